"""Who comes to the house, and how it knows them again."""
