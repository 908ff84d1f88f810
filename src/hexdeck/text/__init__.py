"""What people read: sentences, labels and tables in lines; beside it what programs read of a view."""
