"""The texts of Voodoo: words, rules in short, its table in lines, its score pad."""
