"""Work in several threads, processes or computers, with results in order."""
