"""Texts for people: sentences, labels and tables in lines; and views as programs read them."""
