"""Short articles of sentences and tables, written as Markdown, HTML or LaTeX.

`matrix`, `mcts`, `compare` and `report` describe their results once, as an article.
"""
