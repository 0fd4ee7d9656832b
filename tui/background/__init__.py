"""Work in threads: a job, a search, a move; and garbage collection."""
