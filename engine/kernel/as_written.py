"""Whether classes still have the methods of their sources, which the kernel does the work of."""

from __future__ import annotations

from types import FunctionType

__all__ = ["is_as_written"]

#: Methods that have been looked at and found as written, by class.
_known: dict[type, tuple[object, ...]] = {}


def is_as_written(kind: type, names: tuple[str, ...]) -> bool:
    """Whether a class's methods are those that its source and its bases' sources define.

    A class can be given other methods while a program runs: to count calls, to try a change, in a
    test. Python then calls those, and so must a search.

    Args:
        kind: the class.
        names: the methods that matter, always the same of one class; it need not have them all.
    """
    methods = tuple([getattr(kind, name, None) for name in names])
    if _known.get(kind) == methods:
        return True
    if not all(_is_own(kind, name) for name in names):
        return False
    _known[kind] = methods
    return True


def _is_own(kind: type, name: str) -> bool:
    """Whether a method was compiled from the source of the class that has it."""
    for base in kind.__mro__:
        if name in vars(base):
            method = vars(base)[name]
            # Not by `__qualname__`, which `functools.wraps` writes into whatever stands in between.
            return (
                type(method) is FunctionType
                and method.__globals__.get("__name__") == base.__module__
                and method.__code__.co_qualname == f"{base.__qualname__}.{name}"
            )
    return True
