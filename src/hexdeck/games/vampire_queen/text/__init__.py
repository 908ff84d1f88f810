"""The texts of Vampire Queen: words, rules in short, its table in lines, its score pad."""
