"""Questions about a letter: the numbers that answer them, and the mistakes behind wrong ones."""
