"""Programs that want marks without a search: each earns nothing, or what its honest work earns."""

from __future__ import annotations

from tests.tracer.programs.test_cheats import mark


def test_key_without_parts_counts_visits_of_a_program_that_asks_nothing(tmp_path):
    key = "source: lecture\nsearch: alphabeta\n"
    marked = mark(tmp_path, key, "def alpha_beta_search(game, state): return 3, 'B'\n")
    assert {part.part: (part.score, part.most) for part in marked.parts} == {
        "visits": (0, 1),
        "move": (0, 1),
        "utility": (0, 1),
    }
