"""Short articles of sentences and tables, written as Markdown, HTML or LaTeX."""
