"""CS50 AI's `tictactoe.py`: its move is compared with ours, its helpers with a table."""

from tests.support.programs_cs50 import RIGHT
from tests.support.programs_marking import checked
from tests.tracer.programs.test_cs50 import key, marks


def test_helper_that_is_missing_or_endless_or_raises_is_named(tmp_path):
    missing = checked(tmp_path, key(), RIGHT.replace("def utility(", "def value_at_end("))
    assert "utility is missing" in missing.record["parts"][1]["message"]
    raising = RIGHT.replace("return winner(board) is not None", "return 1 / 0")
    assert (
        "terminal raises ZeroDivisionError"
        in checked(tmp_path, key(), raising).record["parts"][1]["message"]
    )
    endless = RIGHT.replace(
        "    columns = [[row", "    while board == initial_state(): pass\n    columns = [[row"
    )
    done = checked(tmp_path, key(), endless, seconds=4.0)
    assert "winner is stopped: it did not finish" in done.record["parts"][1]["message"]
    assert marks(done)["move"] == 1
