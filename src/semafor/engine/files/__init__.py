"""Games, actions, records and observations as JSON and text: read strictly, written as documented."""
