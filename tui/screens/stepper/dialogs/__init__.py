"""Boxes that only the stepper opens: finding a node, kinds of question, the score."""
