"""What all of Hexdeck stands on: cards, chance, records, tables; the standard library and nothing else."""
