"""What forms say about nodes that a search may skip."""

from __future__ import annotations

import pytest

from tests.support.commands import run_command

TREE = "tree: [[3, 12], [2, 4]]\n"


@pytest.mark.parametrize(
    ("search", "skips"), [("alphabeta", True), ("minimax", False), ("expectiminimax", False)]
)
def test_blank_nodes_are_mentioned_if_the_search_may_skip_some(search, skips, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text(f"{TREE}search: {search}\nparts: [values, move]\n", encoding="utf-8")
    for form in ("text", "yaml", "md"):
        done = run_command("check", str(key), "--form", "-f", form)
        assert ("leave unvisited nodes blank" in done.stdout) is skips, (form, done)
