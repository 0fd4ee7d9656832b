"""The child's half of the CS50 AI shape: the calls of a `tictactoe.py`."""
