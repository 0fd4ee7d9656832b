"""Sources of MCTS runs and payoff matrices."""

from tests.support.commands import run_command as run


def test_step_names_the_commands_that_print(tmp_path):
    done = run("step", "mcts:mp520")
    assert done.returncode == 2
    assert "the stepper needs a terminal" in done.stderr
    assert "Try: plytrace mcts mp520" in done.stderr
    assert "expected mcts:mp520 or matrix:mp520" in run("step", "mp520").stderr
    done = run("step", "matrix:mp520", "-a", "minimax")
    assert "matrix:mp520 is a payoff matrix and cannot be searched" in done.stderr
    assert "there is no step 99" in run("step", "matrix:mp520", "--at", "99").stderr
