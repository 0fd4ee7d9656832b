"""The scores of predictions, kept so that nothing is lost when plytrace is left."""

from __future__ import annotations

import json
from typing import Any, Final

from engine.errors import PlytraceError
from tracer.files import whole_file
from tracer.predict import Score
from tui.places import state_folder

__all__ = ["keep_score", "kept_score"]

_FILE: Final = "predictions.json"


def kept_score(key: str) -> Score:
    """The score of a search that was kept; an empty one where none was, or none can be read."""
    return Score.from_record(_all().get(key))


def keep_score(key: str, score: Score) -> str:
    """Keep a score.

    Args:
        key: what tells the search from others.
        score: the score.

    Returns:
        Why it could not be kept; empty where it was.
    """
    path = state_folder() / _FILE
    told = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        entries = _all()
        if path.exists() and not entries:
            kept = path.with_suffix(".json.kept")
            kept.write_bytes(path.read_bytes())
            told = f"The kept scores could not be read; they stand in {kept}."
        entries[key] = score.as_record()
        with whole_file(path) as unfinished:
            unfinished.write_text(
                json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8"
            )
    except (OSError, PlytraceError) as error:
        return f"The score could not be kept: {error}"
    return told


def _all() -> dict[str, Any]:
    try:
        entries: Any = json.loads((state_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return entries if isinstance(entries, dict) else {}
