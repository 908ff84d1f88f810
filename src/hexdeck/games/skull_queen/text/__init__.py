"""The texts of Skull Queen: words, rules in short, its table in lines, its score pad."""
