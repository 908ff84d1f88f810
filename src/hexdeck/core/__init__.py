"""The foundations: cards, chance, records, tables; the standard library and nothing else."""
