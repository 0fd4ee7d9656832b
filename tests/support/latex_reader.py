"""A small reader of LaTeX: environments, tables and their cells, as pdfLaTeX would take them.

It knows the commands that a table of plain texts needs, and refuses all others, so that a sign that
was not escaped is found.
"""

import re
from unicodedata import normalize

from tests.support.tables import table

TOKEN = re.compile(r"\\([A-Za-z]+|.)|(.)", re.DOTALL)

TEXTS = dict(table(__file__, "latex_texts"))
MATHS = dict(table(__file__, "latex_maths"))


class Bad(Exception):
    """What LaTeX would not take, or would print as something else."""


def read(text):
    """The text of a cell."""
    out, braces, last = [], 0, ""
    text = text.replace("---", "—").replace("--", "–")
    text = re.sub(r"\\'\{(\w)\}", lambda found: normalize("NFC", f"{found[1]}\u0301"), text)
    text = re.sub(r"\\ensuremath\{(.+?)\}", lambda found: _maths(found[1]), text)
    for token in TOKEN.finditer(text):
        command, sign = token[1], token[2]
        if command is not None:
            if command not in TEXTS:
                raise Bad(f"\\{command} in {text!r}")
            out.append(TEXTS[command])
            if command.isalpha() and text[token.end() : token.end() + 2] != "{}":
                raise Bad(f"\\{command} without {{}} removes a space in {text!r}")
        elif sign == "{":
            braces += 1
        elif sign == "}":
            braces -= 1
            if braces < 0:
                raise Bad(f"a brace too many in {text!r}")
        elif sign in "&#%_$~^\\`\"|<>'":
            raise Bad(f"{sign} in {text!r}")
        elif sign in "-," and last != "{":
            raise Bad(f"a possible ligature of {sign} in {text!r}")
        else:
            out.append(sign)
        last = sign or ""
    if braces:
        raise Bad(f"something is open at the end of {text!r}")
    return "".join(out)


def _maths(inside):
    """A sign of mathematics."""
    if inside == "-":
        return "−"
    if inside[0] != "\\" or inside[1:] not in MATHS:
        raise Bad(f"{inside} in mathematics")
    return MATHS[inside[1:]]


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
            if not line.startswith("{}") or not line.endswith(" \\\\"):
                raise Bad(f"a row without its start or its end: {line}")
            cells = line.removeprefix("{}").removesuffix(" \\\\").split(" & ")
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
