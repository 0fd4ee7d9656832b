"""YAML: the record of the JSON, and the visit order on one line for pasting.

The output means the same in YAML 1.1 and 1.2: words with a special meaning in either (no, null,
1e3) are quoted, and numbers have a form that both read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TextIO

from tracer.export.format import Format
from tracer.export.options import ExportOptions
from tracer.export.records import cutoff_records, summary_record, visit_records
from tracer.recording.recording import Recording
from tracer.recording.visit_order import separator, visit_order

__all__ = ["FORMAT", "write"]

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.'/-]*")

#: Words that YAML 1.1 or 1.2 reads as a truth value or null in any case, or a person as a number.
_WORDS: Final = frozenset(
    ("y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan")
)

_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as YAML, one visit or cutoff per line; memory does not grow."""
    for key, value in summary_record(trace).items():
        out.write(f"{key}: {_flow(value)}\n")
    if options.summary:
        return
    _write_order(visit_order(trace), separator(trace), out)
    _write_list("visits", visit_records(trace, options), out)
    _write_list("cutoffs", cutoff_records(trace), out)


FORMAT = Format(
    "yaml",
    write,
    "the same as json, in YAML, with the visit order on one line for pasting",
    (".yaml", ".yml"),
    takes=("summary",),
    position=6,
)


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
    """Return a value in YAML's flow style, on one line."""
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
    """Return a text, quoted if YAML could read it as something else."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """Escape a text for double quotes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return "".join(_SHORT.get(sign) or _sign(sign) for sign in text)


def _sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    code = ord(sign)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
