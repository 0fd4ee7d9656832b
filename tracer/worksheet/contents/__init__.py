"""The contents of worksheets and keys: statements, questions, figures and right answers."""
