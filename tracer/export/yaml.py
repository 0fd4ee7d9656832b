"""YAML: the record of the JSON, and the visit order on one line for pasting.

What is written means the same in YAML 1.1 and 1.2: words that either takes for something else (no,
null, 1e3) stand in quotes, and numbers have the form that both read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TextIO

from tracer.export.options import ExportOptions
from tracer.export.records import cutoff_records, summary_record, visit_records
from tracer.recording import Recording
from tracer.visit_order import separator, visit_order

__all__ = ["write"]

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.'/-]*")

#: What YAML 1.1 or 1.2 takes for a truth value or nothing, whatever the case; and what a person
#: could take for a number.
_WORDS: Final = frozenset(
    ("y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan")
)

_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as YAML, a visit and a cutoff to a line; memory does not grow."""
    for key, value in summary_record(trace).items():
        out.write(f"{key}: {_flow(value)}\n")
    if options.summary:
        return
    _write_order(visit_order(trace), separator(trace), out)
    _write_list("visits", visit_records(trace, options), out)
    _write_list("cutoffs", cutoff_records(trace), out)


def _write_order(names: Iterable[str], between: str, out: TextIO) -> None:
    out.write('visit_order: "')
    for number, name in enumerate(names):
        out.write((between if number else "") + _escaped(name))
    out.write('"\n')


def _write_list(key: str, records: Iterator[dict[str, Any]], out: TextIO) -> None:
    out.write(f"{key}:")
    count = 0
    for count, record in enumerate(records, start=1):  # noqa: B007
        out.write(f"\n  - {_flow(record)}")
    out.write("\n" if count else " []\n")


def _flow(value: Any) -> str:
    """A value as YAML writes it within a line."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "{" + ", ".join([f"{_text(key)}: {_flow(one)}" for key, one in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    if isinstance(value, float):
        digits, e, exponent = repr(value).partition("e")
        return f"{digits}.0e{exponent}" if e and "." not in digits else repr(value)
    return str(value) if isinstance(value, int) else _text(value)


@lru_cache(maxsize=512)  # most texts are keys, players, kinds, moves and late parents
def _text(text: str) -> str:
    """A text, in quotes where it could be taken for something else."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """A text as it stands between double quotes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return "".join(_SHORT.get(sign) or _sign(sign) for sign in text)


def _sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    code = ord(sign)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
