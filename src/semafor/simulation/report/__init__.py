"""The arena's page: charts, curves and maps of what it measured."""
