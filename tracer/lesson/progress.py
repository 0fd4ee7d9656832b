"""Merge the progress in a lesson that several programs record at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merge_progress(
    kept: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Apply the changes of one session to the record of a lesson.

    All three records come from `LessonSession.as_record`.
    """
    has_moved = (now["page"], now["over"]) != (before["page"], before["over"])
    place = now if has_moved else kept
    slips = [one["misconceptions"] for one in (kept, before, now)]
    unsolved = {*before["solved"]} - {*now["solved"]}
    return {
        **now,
        "page": place["page"],
        "over": place["over"],
        **{name: kept[name] or now[name] for name in ("finished", "done")},
        **{count: _added(kept, before, now, count) for count in ("right", "wrong")},
        "solved": sorted({*kept["solved"], *now["solved"]} - unsolved),
        "misconceptions": {
            slug: times
            for slug in sorted({*slips[0], *slips[2]})
            if (times := _added(slips[0], slips[1], slips[2], slug))
        },
        "exercises": _exercises(kept["exercises"], before["exercises"], now["exercises"]),
    }


def _added(
    kept: Mapping[str, int], before: Mapping[str, int], now: Mapping[str, int], key: str
) -> int:
    """Add the increase of this session to a count."""
    return max(0, kept.get(key, 0) + now.get(key, 0) - before.get(key, 0))


def _exercises(
    kept: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the record with more progress for each exercise."""
    merged = {**now, **kept}
    for page, one in now.items():
        if one != before.get(page) and _tree(one) >= _tree(kept.get(page, {})):
            merged[page] = one
    return merged


def _tree(exercise: Mapping[str, Any]) -> int:
    tree = exercise.get("tree")
    return tree if type(tree) is int else 0
