"""Random trees that meet an order: the order, the search for a tree, the tree as text.

`tracer.lesson.fresh_tables` makes random matrices and MCTS runs.

>>> from tracer.generate import Order, generate
>>> found = generate(Order(plies=3, branching=2, cutoffs=2, unique=True), "demo")
>>> found.facts.played.cutoffs
2
"""

from __future__ import annotations

from tracer.generate.order import Order
from tracer.generate.order_keys import Amount, Span
from tracer.generate.tree_search import Generated, NotFound, generate, variant_seed

__all__ = [
    "Amount",
    "Generated",
    "NotFound",
    "Order",
    "Span",
    "generate",
    "variant_seed",
]
