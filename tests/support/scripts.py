"""Tests as text: files of lines that a person could follow, played by `sessions` and `commands`.

Both kinds of file have titles, comments, files to write first, and words that stand for others:

    # Title, as a sentence
    -- a comment
    file tree.yaml                 a file with the text that follows; the folder is the current one
        tree: [[1, 2], [3, 4]]
    append tree.yaml               to a file, the text that follows
    use two-tests.yaml             a file from beside the script; `use class/`: what this folder has
    environ NAME value
    needs chess                    the package; without it the script is skipped
    for KEY: escape q              it is played with each, KEY stands for it in all other lines
    for SOURCE | TEXT              or with each row of a table
        lecture | A
        nim:2,3 | root
    saved tree.yaml                a file has the text that follows; `no saved`: there is none
    lacks tree.yaml text           a file has this nowhere; `holds tree.yaml text`: somewhere
    ordered tree.yaml A, B         these are in a file, each after the one before
    order A, B                     these are shown in this order
    replace tree.yaml old => new   in a file
    remember / same / changed      a file that is named, or all that is shown
"""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest


@dataclass
class Line:
    """A line of a script, with the indented lines below it."""

    number: int
    text: str
    below: list[str] = field(default_factory=list)


@dataclass
class Script:
    """A script as it is written."""

    title: str
    path: Path
    lines: list[Line] = field(default_factory=list)

    @property
    def variants(self) -> list[dict[str, str]]:
        """The words that stand for others, once for each way in which it is played."""
        variants: list[dict[str, str]] = [{}]
        for line in self.lines:
            if not line.text.startswith("for "):
                continue
            names, _, inline = line.text.removeprefix("for ").partition(":")
            rows = [[word] for word in inline.split()] or [_cells(row) for row in line.below]
            more = [dict(zip(_cells(names), row, strict=True)) for row in rows]
            variants = [old | new for old in variants for new in more]
        return variants


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split(" | ")]


def read_scripts(beside: str, ending: str) -> list[Any]:
    """Return the scripts in the folder named after their ending beside a test, as parameters."""
    scripts: list[Script] = []
    for path in sorted(Path(beside).with_name(f"{ending}s").glob(f"*.{ending}")):
        blank = 0
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not text.strip():
                blank += 1
                continue
            if text.startswith("    "):  # blank lines above it belong to the text
                scripts[-1].lines[-1].below += [""] * blank + [text[4:]]
            elif text.startswith("# "):
                scripts.append(Script(text[2:], path))
            elif not text.startswith("-- "):
                scripts[-1].lines.append(Line(number, text))
            blank = 0
    assert scripts, f"there is no script in {beside}"
    return [pytest.param(one, id=f"{one.path.stem}: {one.title}") for one in scripts]


def squeeze(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


def assert_like(text: str, pattern: str) -> None:
    """Check that a text is like a pattern, in which … stands for any text."""
    parts = [re.escape(squeeze(part)) for part in pattern.split("…")]
    assert re.fullmatch(r"\s*.*\s*".join(parts), squeeze(text), re.DOTALL), (text, pattern)


class Played:
    """One way through a script: what both kinds of script can say."""

    #: Signs that begin a line in place of a word.
    SIGNS: ClassVar[dict[str, str]] = {}
    #: What takes the lines below it as well.
    LONG = ("file", "append", "saved")

    def __init__(self, script: Script, words: dict[str, str], patch: pytest.MonkeyPatch) -> None:
        self.script, self.words, self.patch = script, words, patch
        self.remembered = ""

    def fill(self, text: str) -> str:
        """Put the words of this variant in their places."""
        for name, word in self.words.items():
            text = re.sub(rf"\b{name}\b", lambda _, word=word: word, text)
        return text

    def split(self, text: str) -> tuple[str, str]:
        """Return what a line is for, as a word, and the rest of it."""
        for sign, action in self.SIGNS.items():
            if text.startswith(sign):
                return action, text.removeprefix(sign).removeprefix(" ")
        denied = "_not" if text.startswith("no ") else ""
        action, _, rest = text.removeprefix("no ").partition(" ")
        return action.replace("-", "_") + denied, rest

    def check(self, action: str, rest: str, below: list[str]) -> None:
        """Check what a line says; lines below it that nobody would read are an error."""
        check = getattr(self, f"check_{action}")
        if action in self.LONG:
            check(rest, self.fill("\n".join(below)))
        else:
            assert action == "for" or not below, f"{action} takes no lines below it"
            check(rest)

    def note(self, error: BaseException, line: Line) -> None:
        """Say where a line failed."""
        error.add_note(f"{self.script.path}:{line.number}: {self.fill(line.text)}")

    def shown(self) -> str:
        """Return all that is shown now."""
        raise NotImplementedError

    def now(self, name: str) -> str:
        """Return a file as it is now, or what is shown if none is named."""
        return Path(name).read_text(encoding="utf-8") if name else self.shown()

    def check_file(self, name: str, text: str) -> None:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n" if text else "", encoding="utf-8")

    def check_append(self, name: str, text: str) -> None:
        Path(name).write_text(f"{self.now(name)}{text}\n", encoding="utf-8")

    def check_saved(self, name: str, text: str) -> None:
        assert self.now(name) == text + "\n"

    def check_saved_not(self, name: str) -> None:
        assert not Path(name).exists()

    def check_holds(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        assert rest in self.now(name)

    def check_lacks(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        assert rest not in self.now(name)

    def check_ordered(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        places = [self.now(name).index(part) for part in rest.split(", ")]
        assert places == sorted(places)

    def check_order(self, texts: str) -> None:
        places = [self.shown().index(text) for text in texts.split(", ")]
        assert places == sorted(places)

    def check_replace(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        old, new = rest.split(" => ")
        whole = self.now(name)
        assert old in whole
        Path(name).write_text(whole.replace(old, new, 1), encoding="utf-8")

    def check_use(self, name: str) -> None:
        source = self.script.path.with_name(name.rstrip("/"))
        if source.is_dir():
            shutil.copytree(source, ".", dirs_exist_ok=True)
        else:
            shutil.copy(source, name)

    def check_environ(self, text: str) -> None:
        self.patch.setenv(*text.split(" ", 1))

    def check_needs(self, package: str) -> None:
        pytest.importorskip(package)

    def check_for(self, _: str) -> None:
        """The variants have been made already."""

    def check_remember(self, name: str) -> None:
        self.remembered = self.now(name)

    def check_same(self, name: str) -> None:
        assert self.now(name) == self.remembered

    def check_changed(self, name: str) -> None:
        assert self.now(name) != self.remembered

    def check_ascii(self, _: str) -> None:
        assert self.shown().isascii()
