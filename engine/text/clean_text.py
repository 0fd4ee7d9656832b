"""Make text from untrusted sources safe to show.

Names, notes and moves come from files by anyone. Some characters are unsafe: ESC starts terminal
commands, bidirectional controls reverse text, and zero-width characters make two names look alike.
Letters of every script, combining marks and joined emoji stay.
"""

from __future__ import annotations

import re
from typing import IO, Any, Final


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
    r"""Return a text with unsafe characters escaped, such as `\u001b`.

    Line breaks and tabs stay. In JSON strings an escaped character keeps its meaning.
    """
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
