"""A person's settings: a small TOML file in the platform's place.

theme = "plytrace-dark"
glyphs = "auto"          # or "unicode", "ascii"
speed = 2.0              # autoplay's steps a second
convention = "aima"      # of searches opened from the home screen
hidden = ["counts"]      # panes of the stepper that are hidden
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal

from engine.conventions import PRESETS
from engine.errors import InvalidInput, PlytraceError
from tracer.files import whole_file
from tui.places import settings_folder

__all__ = ["GLYPHS", "UserSettings", "load_settings", "save_settings", "settings_file"]

Glyphs = Literal["auto", "unicode", "ascii"]
GLYPHS: Final = ("auto", "unicode", "ascii")

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
        others: what else stands in the file, which is kept.
        problem: what is wrong with the file; empty where nothing is.
    """

    theme: str = "plytrace-dark"
    glyphs: Glyphs = "auto"
    speed: float = 2.0
    convention: str = "aima"
    hidden: list[str] = field(default_factory=list)
    others: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


_NAMES: Final = tuple(
    entry.name for entry in fields(UserSettings) if entry.name not in ("others", "problem")
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
    except (OSError, UnicodeDecodeError) as error:
        return UserSettings(problem=f"{path}: cannot be read: {error}")
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return UserSettings(
            problem=f"{path}: {error}; expected lines such as theme = 'plytrace-dark'"
        )
    settings, wrong = UserSettings(), []
    for name, value in given.items():
        if name not in _NAMES:
            settings.others[name] = value
            continue
        try:
            setattr(settings, name, _checked(name, value))
        except InvalidInput as error:
            line = next(
                (at for at, row in enumerate(text.splitlines(), 1) if row.strip().startswith(name)),
                1,
            )
            wrong.append(f"{path}:{line}: {error}")
    settings.problem = "; ".join(wrong)
    return settings


def _checked(name: str, value: Any) -> Any:
    """A value as its setting wants it.

    Raises:
        InvalidInput: it is none.
    """
    if name == "glyphs" and value not in GLYPHS:
        raise InvalidInput(f"glyphs = {value!r}", expected=f"one of {', '.join(GLYPHS)}")
    if name == "speed":
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not _SLOWEST <= value <= _FASTEST:
            raise InvalidInput(f"speed = {value!r}", expected="steps a second, 0.1 to 60")
        return float(value)
    if name == "convention" and value not in PRESETS:
        raise InvalidInput(f"convention = {value!r}", expected=f"one of {', '.join(PRESETS)}")
    if name == "hidden":
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise InvalidInput(f"hidden = {value!r}", expected='names of panes, such as ["counts"]')
        return list(value)
    if name == "theme" and not isinstance(value, str):
        raise InvalidInput(f"theme = {value!r}", expected="the name of a theme")
    return value


def save_settings(settings: UserSettings) -> str:
    """Write the settings, whole or not at all; a file that could not be read is kept beside.

    Returns:
        What is to be said of it: that a broken file was kept, or that nothing could be written.
    """
    path = settings_file()
    told = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if settings.problem and path.exists():
            kept = path.with_suffix(".toml.kept")
            kept.write_bytes(path.read_bytes())
            told = f"The settings file had mistakes; it is kept as {kept}."
        lines = [f"{name} = {_toml(getattr(settings, name))}" for name in _NAMES]
        # Tables must come last: what follows one would belong to it.
        others = sorted(settings.others.items(), key=lambda entry: isinstance(entry[1], dict))
        lines += [f"{name} = {_toml(value)}" for name, value in others]
        with whole_file(path) as unfinished:
            unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except (OSError, PlytraceError) as error:
        return f"The settings could not be saved: {error}"
    settings.problem = ""
    return told


def _toml(value: Any) -> str:
    """A value as TOML has it; tables are written in one line."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
