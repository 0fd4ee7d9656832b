"""The right answers to problems that are no searches, as a student would write them."""

from __future__ import annotations

from engine.matrix.game import NormalForm, Side
from engine.matrix.profiles import Profile
from engine.mcts.hand_run import Identity, Run, run_by_hand
from engine.mcts.hand_run import Problem as HandRun
from tracer.check.facts.mcts_added import cell_name, ways_of
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.values import show_number
from tracer.worksheet.model import Answer

__all__ = ["answers_about", "matrix_answers", "run_answers"]


def matrix_answers(game: NormalForm) -> dict[str, Answer]:
    """The answers to all that can be asked of a game in normal form."""
    return answers_about(analyse(game))


def answers_about(analysis: MatrixAnalysis) -> dict[str, Answer]:
    """The same of a game that has been analysed.

    Args:
        analysis: what is known; without extreme equilibria those in pure strategies are the answer.
    """
    game = analysis.game
    dominated = {
        side: [(one.dominated, "strictly" if one.strict else "weakly") for one in found]
        for side, found in zip(Side, analysis.dominated, strict=True)
    }
    dominant = {
        side: [(strategy, how.value) for strategy, how in found]
        for side, found in zip(Side, analysis.dominant, strict=True)
    }
    answers = {
        "dominance": Answer(_of_players(game, dominated)),
        "dominant": Answer(_of_players(game, dominant)),
        "equilibria": _equilibria(analysis),
    }
    if analysis.constant_sum is not None:
        answers["utility"] = Answer(str(analysis.constant_sum.solution.value))
    return answers


def run_answers(run: HandRun) -> dict[str, Answer]:
    """The answers to all that can be asked of an MCTS run by hand."""
    done = run_by_hand(run)
    predicted = done.predicted.direction.name if done.predicted else "none"
    return {
        "mcts": _table(done),
        "added": Answer(_added(done, by_way=run.identity is Identity.PATHS)),
        "expanded": Answer(" ".join(one.expanded.name for one in done.iterations)),
        "move": Answer(predicted),
    }


def _added(done: Run, *, by_way: bool) -> str:
    """The nodes that the iterations add, named so that no two have one name."""
    if by_way:
        return " ".join(ways_of(done))
    return " ".join(cell_name(one.node) for one in done.iterations)


def _of_players(game: NormalForm, found: dict[Side, list[tuple[int, str]]]) -> str:
    """The strategies of each player, and how."""
    told = []
    for side in game.order:
        chooser = game.chooser(side)
        listed = ", ".join(f"{chooser.strategies[one]} {how}" for one, how in found[side])
        told.append(f"{chooser.name}: {listed or 'none'}")
    return "; ".join(told)


def _equilibria(analysis: MatrixAnalysis) -> Answer:
    game = analysis.game
    if analysis.degenerate is not None:
        owed = analysis.pure
        remark = (
            "The game is degenerate: there are endlessly many equilibria in mixed strategies "
            "besides, which are right and not asked for."
        )
    elif analysis.extreme is None:
        owed, remark = analysis.pure, f"In pure strategies; mixed ones: {analysis.unsolved}"
    else:
        owed, remark = analysis.extreme, ""
    return Answer("\n".join(_profile(game, one) for one in owed) or "none", remark=remark)


def _profile(game: NormalForm, played: Profile) -> str:
    """A pair such as `(2, a)`, or where somebody mixes the mixes by name."""
    if played.is_pure:
        pure = (_mix(game, side, played) for side in game.order)
        return f"({', '.join(pure)})"
    return ", ".join(
        f"{game.chooser(side).name}: {_mix(game, side, played)}" for side in game.order
    )


def _mix(game: NormalForm, side: Side, played: Profile) -> str:
    names = game.chooser(side).strategies
    weights = [(one, name) for one, name in zip(played.mixes[side], names, strict=True) if one]
    if len(weights) == 1:
        return weights[0][1]
    return " + ".join(f"{weight} of {name}" for weight, name in weights)


def _table(run: Run) -> Answer:
    cells = []
    for node in run.iterations[-1].table if run.iterations else ():
        name = "".join(direction.name for direction in node.path) or "root"
        cells.append((name, str(node.visits), show_number(float(node.mean))))
    text = "\n".join(f"{name}: visits {visits}, mean {mean}" for name, visits, mean in cells)
    return Answer(text, tuple(cells))
