"""Boxes over any screen: a prompt, a list to pick from, help, progress, the command palette."""
