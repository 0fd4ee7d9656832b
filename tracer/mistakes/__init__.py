"""The mistakes of students: each is a search of the tree in another way.

Most replace one step of the search; see `tracer.answers.hand_worker`. `mistakes.yaml` has the texts
of each, and the modules its readings. `tracer.marking.grading` compares sheets with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from tracer.mistakes import orders, values, windows, written_down
from tracer.mistakes.base import NO_READINGS, ListReadings, Misconception
from trees.yaml.plain_data import read_plain

_READINGS: Final[Mapping[str, ListReadings]] = {
    slug: list_readings
    for module in (orders, values, windows, written_down)
    for slug, list_readings in module.READINGS.items()
}


def _read_mistakes() -> Iterator[Misconception]:
    """Yield the mistakes of `mistakes.yaml`, with their readings."""
    text = (files(__package__) / "mistakes.yaml").read_text(encoding="utf-8")
    switches = {"yes": True, "no": False}
    for slug, row in read_plain(text, "mistakes.yaml").entries.items():
        fields = {key.replace("-", "_"): switches.get(said, said) for key, said in row.items()}
        yield Misconception(slug, **fields, list_readings=_READINGS.get(slug, NO_READINGS))


#: Everything that a record can name, by slug, the first named first.
MISTAKES: Final[Mapping[str, Misconception]] = {
    mistake.slug: mistake for mistake in _read_mistakes()
}

#: The mistakes in a search.
MISCONCEPTIONS: Final[Mapping[str, Misconception]] = {
    slug: mistake for slug, mistake in MISTAKES.items() if not mistake.of_letters
}

#: The mistakes in an answer about a letter that are not mistakes in a search.
LETTER_MISTAKES: Final[Mapping[str, Misconception]] = {
    slug: mistake for slug, mistake in MISTAKES.items() if mistake.of_letters
}
