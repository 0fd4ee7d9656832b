"""The list of lessons, and a lesson with its pages, figure and questions."""
