"""Lab 3's `TicTacToe`, as programs are handed it."""
