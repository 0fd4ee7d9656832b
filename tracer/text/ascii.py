"""Game-tree symbols in ASCII, for terminals and files without Unicode."""

from __future__ import annotations


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
        "⋮": ":",
        "•": "*",
        "√": "sqrt",
        "►": ">",
        "✓": "+",
        "✗": "x",
    }
)


def to_ascii(text: str) -> str:
    """Return text with symbols spelled out in ASCII and other characters escaped."""
    return text.translate(_SIGNS).encode("ascii", "backslashreplace").decode("ascii")
