"""The texts of Voodoo Prince: words, rules in short, its table in lines, its score pad."""
