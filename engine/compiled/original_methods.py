"""Check that classes have not been patched, so that the kernel may replace their methods."""

from __future__ import annotations

from types import FunctionType


#: Methods already checked and found unpatched, by class.
_known: dict[type, tuple[object, ...]] = {}


def has_original_methods(kind: type, names: tuple[str, ...]) -> bool:
    """Return whether a class's methods are those that its source and its bases' sources define.

    A class can be patched while a program runs, for example to count calls or in a test. The search
    must then call the patched methods.
    """
    methods = tuple([getattr(kind, name, None) for name in names])
    if _known.get(kind) == methods:
        return True
    if not all(_is_own(kind, name) for name in names):
        return False
    _known[kind] = methods
    return True


def _is_own(kind: type, name: str) -> bool:
    """Return whether a method was compiled from the source of the class that has it."""
    for base in kind.__mro__:
        if name in vars(base):
            method = vars(base)[name]
            # Not by `__qualname__`: `functools.wraps` copies it to the wrapping function.
            return (
                type(method) is FunctionType
                and method.__globals__.get("__name__") == base.__module__
                and method.__code__.co_qualname == f"{base.__qualname__}.{name}"
            )
    return True
