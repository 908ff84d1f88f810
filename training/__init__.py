"""Networks that teach themselves the games: tables, the learner, its rivals, and how they are measured."""
