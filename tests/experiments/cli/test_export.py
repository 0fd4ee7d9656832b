"""`plytrace export` as people and programs use it."""

import json

from tests.support.processes import interrupt, start_imported


def test_ctrl_c_during_the_search_writes_the_partial_trace(tmp_path):
    path = tmp_path / "x.jsonl"
    asked = f"export reversi:6 -a minimax --depth 9 -o {path}"
    modules = ("tui.cli.commands.export", "tracer.export.format")
    env = {"PLYTRACE_KERNEL": "forbid"}  # else the search is over by then
    _, err = interrupt(start_imported(asked, *modules, env=env), codes=(0,))
    assert "by hand; the trace is partial" in err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["value"] is None
    assert json.loads(lines[-1])["order"] == len(lines)
