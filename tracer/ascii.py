"""The field's signs in plain ASCII, for terminals and files that hold no others."""

from __future__ import annotations

__all__ = ["to_ascii"]

_SIGNS = str.maketrans(
    {
        "α": "alpha",
        "β": "beta",
        "₀": "0",
        "∞": "inf",
        "−": "-",
        "–": "-",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "▶": ">",
        "←": "<-",
        "→": "->",
        "×": "*",
        "…": "...",
        "·": ".",
    }
)


def to_ascii(text: str) -> str:
    """Text with every sign beyond ASCII spelled out; another letter becomes its escaped number."""
    return text.translate(_SIGNS).encode("ascii", "backslashreplace").decode("ascii")
