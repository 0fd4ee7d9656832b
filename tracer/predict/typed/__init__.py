"""Typed answers in any reasonable form: numbers, bounds, moves and the names of nodes."""
