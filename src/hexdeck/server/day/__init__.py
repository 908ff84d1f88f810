"""The deal of the day: the same cards and the same bots for everybody in the house, one try for each."""
