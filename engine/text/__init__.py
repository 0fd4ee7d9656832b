"""Text and display that do not depend on a game: cleaning, install advice, pieces, notebooks."""
