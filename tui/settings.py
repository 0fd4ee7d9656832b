"""A person's settings: a small TOML file in the platform's place.

theme = "plytrace-dark"
glyphs = "auto"          # or "unicode", "ascii"
speed = 2.0              # autoplay's steps a second
convention = "aima"      # of searches opened from the home screen
hidden = ["counts"]      # panes of the stepper that are hidden
asked = ["cutoff"]       # what predict mode asks about

A person writes in it too. Only what changed is written, where it stands: comments, keys that are
not known, and what another plytrace wrote meanwhile stay.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal

from engine.conventions import PRESETS
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tracer.files import whole_file
from tui.places import settings_folder

__all__ = [
    "ASKABLE",
    "GLYPHS",
    "HIDEABLE",
    "Glyphs",
    "UserSettings",
    "load_settings",
    "save_settings",
    "settings_file",
]

Glyphs = Literal["auto", "unicode", "ascii"]
GLYPHS: Final = ("auto", "unicode", "ascii")

#: The panes that can be hidden, by their ids.
HIDEABLE: Final = ("stack", "pseudocode", "line", "board", "counts", "words")

#: What predict mode can ask about, by the words of `tracer.predict.Asks`.
ASKABLE: Final = ("next node", "value", "window", "cutoff", "search again", "result")

#: The settings that are lists, and what may stand in them.
_LISTS: Final[Mapping[str, Sequence[str]]] = {"hidden": HIDEABLE, "asked": ASKABLE}

_SLOWEST: Final = 0.1
_FASTEST: Final = 60.0


@dataclass(slots=True)
class UserSettings:
    """What a person has set.

    Args:
        theme: the name of a theme of the full screen.
        glyphs: which signs to draw with; `auto` asks the terminal.
        speed: autoplay's steps a second, 0.1 to 60.
        convention: the convention of searches that are opened from the home screen.
        hidden: the panes of the stepper that are hidden, by their ids.
        asked: what predict mode asks about.
        problem: what is wrong with the file; empty where nothing is.
        saved: what was read, or saved last.
    """

    theme: str = "plytrace-dark"
    glyphs: Glyphs = "auto"
    speed: float = 2.0
    convention: str = "aima"
    hidden: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=lambda: list(ASKABLE))
    problem: str = ""
    saved: dict[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.saved = self.values()

    def values(self) -> dict[str, Any]:
        """The settings by their names."""
        return {name: getattr(self, name) for name in _NAMES}


_NAMES: Final = tuple(
    entry.name for entry in fields(UserSettings) if entry.name not in ("problem", "saved")
)


def settings_file() -> Path:
    """The settings file, be it there or not."""
    return settings_folder() / "settings.toml"


def load_settings() -> UserSettings:
    """Read the settings; what cannot be read is as usual, and `problem` says why."""
    path = settings_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return UserSettings()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return UserSettings(problem=f"{path}:{line}: is not text in UTF-8; save it as UTF-8")
    except OSError as error:
        if path.is_dir():
            return UserSettings(problem=f"{path}: is a folder; expected a file, or nothing there")
        return UserSettings(problem=f"{path}: cannot be read: {error.strerror}")
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return UserSettings(
            problem=f"{path}: {error}; expected lines such as theme = 'plytrace-dark'"
        )
    settings, wrong = UserSettings(), []
    for name in _NAMES:
        if name not in given:
            continue
        try:
            setattr(settings, name, _checked(name, given[name]))
        except InvalidInput as error:
            wrong.append(f"{path}:{_line_of(name, text)}: {error}")
    settings.problem = "; ".join(wrong)
    settings.saved = settings.values()
    return settings


def _line_of(name: str, text: str) -> int:
    found = re.search(rf"^[ \t]*[\"']?{name}[\"']?[ \t]*=", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _checked(name: str, value: Any) -> Any:
    """A value as its setting wants it.

    Raises:
        InvalidInput: it is none.
    """
    if name == "speed":
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not _SLOWEST <= value <= _FASTEST:
            raise InvalidInput(f"speed = {value!r}", expected="steps a second, 0.1 to 60")
        return float(value)
    if name in _LISTS:
        few = _LISTS[name]
        if not isinstance(value, list) or not all(one in few for one in value):
            raise InvalidInput(
                f"{name} = {value!r}", expected=f"a list of some of {', '.join(few)}"
            )
        if name == "asked" and not value:
            raise InvalidInput("asked = []", expected=f"at least one of {', '.join(few)}")
        return list(dict.fromkeys(value))
    if name == "theme":
        if not isinstance(value, str):
            raise InvalidInput(f"theme = {value!r}", expected="the name of a theme")
        return value
    known = GLYPHS if name == "glyphs" else tuple(PRESETS)
    if value not in known:
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        raise InvalidInput(f"{name} = {value!r}", expected=f"one of {', '.join(known)}", hint=hint)
    return value


def save_settings(settings: UserSettings) -> str:
    """Write what has changed, whole or not at all; a file that cannot be read is kept beside.

    Returns:
        What is to be said of it: that a broken file was kept, or that nothing could be written.
    """
    path = settings_file()
    now = settings.values()
    changed = {name: now[name] for name in _NAMES if now[name] != settings.saved[name]}
    told = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_bytes() if path.exists() else b""
        text = _edited(before, changed)
        if text is None:
            kept = _free(path.with_suffix(".toml.kept"))
            kept.write_bytes(before)
            told = f"The settings file could not be read; it is kept as {kept}."
            text = _edited(b"", now)
        with whole_file(path) as unfinished:
            unfinished.write_text(text or "", encoding="utf-8")
    except PlytraceError as error:
        return f"The settings could not be saved: {error}"
    except OSError as error:
        return f"The settings could not be saved: {path}: {error.strerror}"
    settings.saved = {**now, **{name: list(now[name]) for name in _LISTS}}
    return told


def _free(path: Path) -> Path:
    """A name for a copy that no other copy has."""
    names = [path, *(path.with_name(f"{path.name}{number}") for number in range(2, 100))]
    return next((name for name in names if not name.exists()), path)


def _edited(before: bytes, changed: Mapping[str, Any]) -> str | None:
    """A file with some of its values changed; None where that cannot be done with certainty."""
    import tomlkit  # late: only who changes something needs it

    try:
        text = before.decode("utf-8")
        wanted = {**tomllib.loads(text), **changed}
        edited = tomlkit.parse(text)
        edited.update(changed)
        written = tomlkit.dumps(edited)
        return written if _told(tomllib.loads(written)) == _told(wanted) else None
    except (ValueError, tomlkit.exceptions.TOMLKitError):  # not UTF-8, or not TOML
        return None


def _told(values: Mapping[str, Any]) -> list[str]:
    """What tells tables apart; NaN is not equal to itself."""
    return sorted(map(repr, values.items()))
