"""Text and display that do not depend on a game: cleaning, install advice, pieces, notebooks."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final, Literal, TypeAlias

# Make text from untrusted sources safe to show.
#
# Names, notes and moves come from files by anyone. Some characters are unsafe: ESC starts
# terminal commands, bidirectional controls reverse text, and zero-width characters make two names
# look alike. Letters of every script, combining marks and joined emoji stay.

#: A joiner (U+200C, U+200D) is allowed between two characters of a script, or two emoji, that use
#: it.
_JOINED: Final = "[^\x00-\u058f\u200c\u200d]"
_SIGNS: Final = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f"
)
#: Every unsafe text contains one of these; nearly all texts have none.
_SUSPECT: Final = re.compile(f"[{_SIGNS}\r\u200c\u200d]")
# The others are compiled by `re` when such a text comes, which is rare.
_UNSAFE: Final = rf"[{_SIGNS}]|\r(?!\n)|(?<!{_JOINED})[\u200c\u200d]|[\u200c\u200d](?!{_JOINED})"
#: A complete terminal command: with parameters, up to its terminator, or one letter long.
_COMMAND: Final = (
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*"
    r"(?:\x07|\x1b\\|\x9c|$)|\x1b[ -/]*[0-~]"
)
_BREAKS: Final = "[\t\n\x0b\x0c\r\x85\u2028\u2029]+"


def escape_unsafe(text: str, sign: str = "") -> str:
    r"""Return a text with unsafe characters escaped, such as `\u001b`."""
    # Line breaks and tabs stay. In JSON strings an escaped character keeps its meaning.
    return re.sub(_UNSAFE, sign or _escape, text) if _SUSPECT.search(text) else text


def visible_line(text: str) -> str:
    """Return the same as `visible`, in one line."""
    return escape_unsafe(text).replace("\r", r"\r").replace("\n", r"\n").replace("\t", r"\t")


def strip_unsafe(text: str) -> str:
    """Return a text in one line without unsafe characters, so that lookalike names become equal."""
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, "", re.sub(_COMMAND, "", re.sub(_BREAKS, " ", text)))


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x10000:
        return f"\\u{number:04x}"
    high, low = divmod(number - 0x10000, 0x400)  # as in JSON
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


class CleanStream:
    """A text stream that makes all output safe to show."""

    def __init__(self, inner: IO[str], sign: str = "") -> None:
        self._inner = inner
        self._sign = sign

    def write(self, text: str) -> int:
        """Write a text after making it safe."""
        return self._inner.write(escape_unsafe(text, self._sign))

    def writelines(self, lines: Any) -> None:
        """Write texts after making them safe."""
        for line in lines:
            self.write(line)

    def write_styled(self, text: str) -> int:
        """Write a text that contains plytrace's own terminal commands and is otherwise safe."""
        return self._inner.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table in HTML, without styles of its own."""
    from html import escape  # late: only notebooks show such tables

    heading = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"


# The display of a game in a notebook: a drawing if possible, else its board as text.
#
# The engine draws no pictures. A package that does registers its drawer here when imported.

#: The displayed contents by media type.
Bundle: TypeAlias = dict[str, str]

#: A function that returns the bundle of a game.
Drawer: TypeAlias = Callable[[Any], Bundle]

_drawers: list[Drawer] = []


def set_drawer(drawer: Drawer) -> None:
    """Register the function that draws games."""
    _drawers[:] = [drawer]


def make_bundle(game: Any) -> Bundle:
    """Return the bundle that a notebook shows for a game."""
    if _drawers:
        return _drawers[0](game)
    return {"text/plain": repr(game)}


_PLAIN: Final = re.compile(r"[\w@%+=:,./\\-]+")


def install_command(extra: str) -> str:
    """Return the command that installs an extra for this plytrace."""
    # The command names the packages, not plytrace, so it also works for a clone and for versions
    # that are not in a registry.
    words = [*_installer(), *(_requirements(extra) or _source(extra))]
    return " ".join(map(_quote, words))


def package_command(name: str) -> str:
    """Return the command that installs a package that is in no extra, such as `pandas`."""
    return " ".join(map(_quote, [*_installer(), name]))


def _installer() -> list[str]:
    """Return the start of the command that installs packages for this interpreter."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return ["pipx", "inject", environment.name]
    if find_spec("pip") is None:  # as in the environments of uv
        return ["uv", "pip", "install", "--python", sys.executable]
    return [_python(), "-m", "pip", "install"]


def _python() -> str:
    """Return the shortest name of this interpreter that a shell finds."""
    python = shutil.which("python")
    is_ours = python is not None and Path(python).parent == Path(sys.executable).parent
    return "python" if is_ours else sys.executable


def _requirements(extra: str) -> list[str]:
    """Return the packages of an extra with their versions; none if plytrace is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution  # late: slow to import

    try:
        listed = distribution("plytrace").requires or []
    except PackageNotFoundError:
        return []
    marker = re.compile(rf"""\bextra\s*==\s*["']{re.escape(extra)}["']""")
    requirements = [line.partition(";") for line in listed]
    return ["".join(package.split()) for package, _, rest in requirements if marker.search(rest)]


def _source(extra: str) -> list[str]:
    """Return plytrace with an extra, from its folder if it is a clone."""
    folder = Path(__file__).parents[1]
    is_clone = (folder / "pyproject.toml").is_file()
    return ["-e", f"{folder}[{extra}]"] if is_clone else [f"plytrace[{extra}]"]


def _quote(word: str) -> str:
    """Return a word quoted for this system's shell."""
    if _PLAIN.fullmatch(word):
        return word
    return f'"{word}"' if sys.platform == "win32" else shlex.quote(word)


# The pieces on a board, for drawing: shape and colour.

#: The shapes of pieces.
Shape: TypeAlias = Literal[
    "cross", "ring", "disc", "king", "queen", "rook", "bishop", "knight", "pawn"
]
#: The colour of a piece; "" for its owner's colour.
Tone: TypeAlias = Literal["", "white", "black"]
#: The background of a board: lines only, squares in two colours, or green felt.
Ground: TypeAlias = Literal["lines", "squares", "felt"]


@dataclass(frozen=True, slots=True)
class Piece:
    """The drawing of a symbol on the board."""

    shape: Shape
    tone: Tone = ""
