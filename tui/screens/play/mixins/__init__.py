"""The actions of a match: each mixin has a table of actions and their methods."""
