"""Random trees to order.

>>> from tracer.generate import Order, generate
>>> found = generate(Order(plies=3, branching=2, cutoffs=2, unique=True), "demo")
>>> found.facts.played.cutoffs
2
"""

from __future__ import annotations

from tracer.generate.impossible import ImpossibleOrder
from tracer.generate.making import Generated, NotFound, generate, variant_seed
from tracer.generate.order import Order
from tracer.generate.spans import Amount, Span

__all__ = [
    "Amount",
    "Generated",
    "ImpossibleOrder",
    "NotFound",
    "Order",
    "Span",
    "generate",
    "variant_seed",
]
