"""A search that a student works by hand on the drawn tree.

The student is one more searcher: each gesture is an event, and the events write an ordinary visit
log. So the canvas, the stack, the comparison, the exports and the grader read it like any search.
"""
