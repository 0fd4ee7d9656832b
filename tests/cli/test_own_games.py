"""An error in a game from a file ends a command with one message and exit code 3."""

from tests.support.cases import over

ENDLESS_NAMES = ("name_of", "node_name", "draw", "format", "__str__", "note_of", "cells")


@over("method", ENDLESS_NAMES, ms=45)
@over("form", ["text", "json", "jsonl", "csv", "md"])
def test_listing_ends_with_a_message_if_a_game_name_recurses(
    method, form, call, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from tests.support.endless_games import Tokens\n"
        "class Mine(Tokens):\n"
        f"    def {method}(self, *of):\n"
        f"        return max(self.{method}(*of) for _ in (0,))\n",
        encoding="utf-8",
    )
    code, _, err = call("trace", "own.py:Mine", "-f", form)
    if method in ("name_of", "node_name"):
        assert code == 3
    if code:
        assert code == 3
        assert f"own.py:4: {method} of Mine recurses forever" in err
        assert len(err.splitlines()) == 1


@over("value", ["[]", "None", '{"mine": len}', "3"])
@over("options", [[], ["--depth", "1"], ["--eval", "mine"], ["-a", "mcts"]])
def test_commands_end_with_a_message_if_an_evaluation_has_a_wrong_type(
    value, options, call, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from tests.support.endless_games import Tokens\n"
        f"class Mine(Tokens):\n    evaluations = {value}\n",
        encoding="utf-8",
    )
    code, out, err = call("trace", "own.py:Mine", *options)
    assert (code, out) == (3, "")
    assert "own.py: evaluations of Mine is " in err
    assert len(err.splitlines()) == 1
