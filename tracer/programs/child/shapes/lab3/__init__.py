"""The child's half of the Lab 3 shape: its driver, and the lab's `TicTacToe`."""
