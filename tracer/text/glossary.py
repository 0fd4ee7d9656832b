"""The glossary: what each term means, and other courses' words for it.

`docs/glossary.md` is its only text; an installed plytrace has a copy beside the package.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_MARKS = re.compile(r"[*`]")
_SECTION = re.compile(r"^## (.+)\n\n((?:(?!## ).*\n?)*)", re.MULTILINE)
_ALSO = "*Also:*"
_SEE = re.compile(r"\bSee ((?:\[[^\]]+\]\([^)]*\)(?:, | and )?)+)")


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term of the field."""

    name: str
    description: str
    also: str
    see: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The meaning, with other courses' words."""
        return f"{self.description} Also: {self.also}" if self.also else self.description


@cache
def read_glossary() -> tuple[GlossaryTerm, ...]:
    """Return the terms in alphabetical order."""
    package = Path(__file__).parents[1]
    installed = package / "glossary.md"
    page = installed if installed.is_file() else package.parent / "docs" / "glossary.md"
    terms = []
    for name, text in _SECTION.findall(page.read_text(encoding="utf-8")):
        line = " ".join(text.split())
        description, _, also = line.partition(_ALSO)
        see = [term for sentence in _SEE.findall(line) for term in _LINK.findall(sentence)]
        terms.append(
            GlossaryTerm(name, _strip_markdown(description), _strip_markdown(also), tuple(see))
        )
    return tuple(terms)


def find_terms(text: str) -> tuple[GlossaryTerm, ...]:
    """Return the terms that a text uses, and those that their entries refer to with "See".

    A term may have any form, such as prune, pruned or pruning.
    """
    names = set[str]()
    for term in sorted(read_glossary(), key=lambda term: -len(term.name)):
        text, uses = _pattern(term.name).subn("", text)  # a minimax value is not a value too
        if uses:
            names |= {term.name, *term.see}
    return tuple(term for term in read_glossary() if term.name in names)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    stem, forms = re.escape(name).replace(r"\ ", r"\s+"), "s|es|ed|ing"
    if name.endswith("e"):
        stem, forms = stem[:-1], "e|es|ed|ing"
    elif name.endswith("y"):
        stem, forms = stem[:-1], "y|ies|ied|ying"
    optional = "" if name[-1] in "ey" else "?"
    return re.compile(rf"(?<![\w-]){stem}(?:{forms}){optional}(?![\w-])", re.IGNORECASE)


def _strip_markdown(text: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()
