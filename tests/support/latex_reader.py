"""A small reader of LaTeX: environments, tables and their cells, as pdfLaTeX would take them.

It knows the commands that a table of plain texts needs, and refuses all others, so that a sign that
was not escaped is found.
"""

from __future__ import annotations

import re

TOKEN = re.compile(r"\\([A-Za-z]+|.)|(.)", re.DOTALL)

TEXTS = {
    **{sign: sign for sign in "{}$&#%_"},
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textasciigrave": "`",
    "textquotedbl": '"',
    "textbar": "|",
    "textless": "<",
    "textgreater": ">",
    "dots": "…",
}
MATHS = {
    "infty": "∞",
    "alpha": "α",
    "beta": "β",
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "pm": "±",
    "times": "×",
    "cdot": "·",
    "to": "→",
    "leftarrow": "←",
    "triangle": "△",
    "triangledown": "▽",
    "bigcirc": "○",
    "square": "□",
}


class Bad(Exception):
    """What LaTeX would not take, or would print as something else."""


def read(text):
    """The text of a cell."""
    out, maths, braces, last = [], False, 0, ""
    tokens = list(TOKEN.finditer(text))
    for number, token in enumerate(tokens):
        command, sign = token[1], token[2]
        if command in ("(", ")"):
            if maths == (command == "("):
                raise Bad(f"{token[0]} in {text!r}")
            maths = not maths
        elif command is not None:
            known = MATHS if maths else TEXTS
            if command not in known:
                raise Bad(f"\\{command} in {text!r}")
            out.append(known[command])
            if command.isalpha() and not maths:
                after = text[token.end() : token.end() + 2]
                if after != "{}":
                    raise Bad(f"\\{command} without {{}} takes a space away in {text!r}")
        elif sign == "{":
            braces += 1
        elif sign == "}":
            braces -= 1
            if braces < 0:
                raise Bad(f"a brace too many in {text!r}")
        elif sign in '&#%_$~^\\`"|<>':
            raise Bad(f"{sign} in {text!r}")
        elif maths:
            if sign != "-":
                raise Bad(f"{sign} in mathematics in {text!r}")
            out.append("−")
        else:
            if sign in "[]*" and (tokens[number - 1][0] if number else "") != "{":
                raise Bad(f"a bare {sign} in {text!r}")
            if sign in "-'," and last == sign:
                raise Bad(f"a ligature of {sign} in {text!r}")
            out.append(sign)
        last = sign or ""
    if maths or braces:
        raise Bad(f"something is open at the end of {text!r}")
    return "".join(out)


def tables(source):
    """The tables of a document or a fragment: for each its columns and its rows of cells."""
    found, open_ = [], []
    for line in source.splitlines():
        begin = re.fullmatch(r"\\begin\{(\w+)\}(?:\[l\])?(?:\{(.*)\})?", line)
        end = re.fullmatch(r"\\end\{(\w+)\}", line)
        if begin:
            open_.append(begin[1])
            if begin[1] == "longtable":
                found.append((columns_of(begin[2]), []))
        elif end:
            if not open_ or open_.pop() != end[1]:
                raise Bad(f"{line} ends what is not open")
        elif "longtable" in open_ and not line.startswith(
            ("\\toprule", "\\midrule", "\\endhead", "\\bottomrule", "\\endfoot")
        ):
            if not line.endswith(" \\\\\\midrule") and not line.endswith(" \\\\"):
                raise Bad(f"a row without an end: {line}")
            cells = re.split(r" & ", line.removesuffix("\\midrule").removesuffix(" \\\\"))
            columns, rows = found[-1]
            if len(cells) != columns:
                raise Bad(f"{len(cells)} cells in {columns} columns: {line}")
            rows.append([read(cell) for cell in cells])
    if open_:
        raise Bad(f"{open_} at the end")
    return found


def columns_of(spec):
    """How many columns a table's preamble has."""
    bare = re.sub(r">\{(?:[^{}]|\{[^{}]*\})*\}|\{[^{}]*\}", "", spec)
    if not re.fullmatch("[lrcp]+", bare):
        raise Bad(f"the columns {spec}")
    return len(bare)
