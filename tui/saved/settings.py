"""A user's settings: a small TOML file in the platform's folder.

    theme = "plytrace-dark"
    glyphs = "auto"          # or "unicode", "ascii"
    speed = 2.0              # autoplay's steps a second
    convention = "aima"      # of searches opened from the home screen
    hidden = ["counts"]      # hidden panes of the stepper
    feedback = "full"        # of work by hand; or "brief"

Users edit it too. A change is written over what the file holds then, so unknown keys and changes by
another plytrace stay; comments do not.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import Any, Final, Literal

from engine.conventions import PRESETS
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tui.saved.store import Store, settings_folder

Glyphs = Literal["auto", "unicode", "ascii"]
GLYPHS: Final = ("auto", "unicode", "ascii")

Feedback = Literal["full", "brief"]
FEEDBACK: Final = ("full", "brief")

_SLOWEST: Final = 0.1
_FASTEST: Final = 60.0


@dataclass(slots=True)
class UserSettings:
    """The values of the settings."""

    theme: str = "plytrace-dark"
    glyphs: Glyphs = "auto"
    speed: float = 2.0
    convention: str = "aima"
    hidden: list[str] = field(default_factory=list)
    feedback: Feedback = "full"
    problem: str = ""
    saved: dict[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.saved = self.values()

    def values(self) -> dict[str, Any]:
        """Return the settings by name."""
        return {name: getattr(self, name) for name in _NAMES}

    def hide_pane(self, pane: str, *, hidden: bool) -> None:
        """Hide a pane of the stepper, or show it."""
        others = [name for name in self.hidden if name != pane]
        self.hidden = [*others, pane] if hidden else others


_NAMES: Final = tuple(
    entry.name for entry in fields(UserSettings) if entry.name not in ("problem", "saved")
)


_STORE: Final = Store("settings.toml", settings_folder)


def settings_file() -> Path:
    """Return the settings file, existing or not."""
    return _STORE.path


def load_settings() -> UserSettings:
    """Read the settings; an unreadable one keeps its default, and `problem` says why."""
    path = settings_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return UserSettings()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return UserSettings(problem=f"{path}:{line}: the file is not UTF-8 text; save it as UTF-8")
    except OSError as error:
        if path.is_dir():
            return UserSettings(problem=f"{path}: this is a folder; expected a file")
        return UserSettings(problem=f"{path}: the file cannot be read: {error.strerror}")
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number or a nesting without end, or not TOML
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
    """Return a value in its setting's type."""
    if name == "speed":
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not _SLOWEST <= value <= _FASTEST:
            raise InvalidInput(
                f"speed = {value!r} is not allowed", expected="steps a second, 0.1 to 60"
            )
        return float(value)
    if name == "hidden":
        from tui.panes import PANES  # late: most screens do without them

        allowed = [pane.id for pane in PANES]
        if not isinstance(value, list) or not all(one in allowed for one in value):
            raise InvalidInput(
                f"{name} = {value!r} is not allowed",
                expected=f"a list with entries from {', '.join(allowed)}",
            )
        return list(dict.fromkeys(value))
    if name == "theme":
        if not isinstance(value, str):
            raise InvalidInput(f"theme = {value!r} is not allowed", expected="the name of a theme")
        return value
    known = {"glyphs": GLYPHS, "feedback": FEEDBACK}.get(name, tuple(PRESETS))
    if value not in known:
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        raise InvalidInput(
            f"{name} = {value!r} is not allowed", expected=f"one of {', '.join(known)}", hint=hint
        )
    return value


def save_settings(settings: UserSettings) -> str:
    """Write the changed settings, if any, atomically; an unreadable file is copied first."""
    path = settings_file()
    now = settings.values()
    changed = {name: now[name] for name in _NAMES if now[name] != settings.saved[name]}
    message = ""
    if not changed:
        return message
    try:
        with _STORE.lock():
            before = path.read_bytes() if path.exists() else b""
            text = _edited(before, _merged(changed, settings.saved, load_settings()))
            if text is None:
                kept = _STORE.name_for_damaged()
                kept.write_bytes(before)
                message = f"The settings file could not be read. Its contents are now in {kept}."
                text = _edited(b"", now)
            _STORE.write(text or "")
    except PlytraceError as error:
        return f"The settings could not be saved: {error}"
    except OSError as error:
        return f"The settings could not be saved: {path}: {error.strerror}"
    settings.saved = {**now, "hidden": [*settings.hidden]}
    return message


def _merged(
    changed: Mapping[str, Any], saved: Mapping[str, Any], file: UserSettings
) -> dict[str, Any]:
    """Return the values to write, merged with another program's changes to the hidden panes."""
    if "hidden" not in changed:
        return dict(changed)
    before, now = saved["hidden"], changed["hidden"]
    added = [pane for pane in now if pane not in before]
    removed = {*before} - {*now}
    panes = dict.fromkeys([*file.hidden, *added])
    return {**changed, "hidden": [pane for pane in panes if pane not in removed]}


def _edited(before: bytes, changed: Mapping[str, Any]) -> str | None:
    """Return a file with some values changed; None if it cannot be read."""
    try:
        values = {**tomllib.loads(before.decode("utf-8")), **changed}
        return "".join(f"{line}\n" for line in _toml_entries(values))
    except (ValueError, RecursionError):
        return None


def _toml_entries(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if value is not None:
            key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)
            yield f"{key} = {_toml(value)}"


def _toml(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, str):  # JSON leaves one sign that TOML does not
        return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(_toml_entries(value))}}}"
    return value.isoformat() if isinstance(value, date | time) else str(value)
