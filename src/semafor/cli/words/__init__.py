"""Words of the terminal: catalogues, languages, and what somebody meant."""
