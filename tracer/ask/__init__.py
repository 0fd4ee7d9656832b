"""Questions of exams about a tree: unknown leaves, orders of children, possible pruning.

`bands` finds the intervals of a letter in which a search visits the same nodes, and `answers` the
numbers for which a node is pruned, a move chosen or a value returned. `orders` searches all orders
of children at once, `possible` decides whether a node can ever be pruned, and `fewest` counts the
leaves of uniform trees. `ask` reads a question and `answer_text` writes its answer.

>>> from tracer import ask
>>> ask([[3, 12, 8], ["x", 4, 6], [14, 5, 2]], "pruned C2").text
'x ≤ 3'
"""
