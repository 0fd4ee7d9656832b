"""The actions of the stepper: each mixin has a table of actions and their methods."""
