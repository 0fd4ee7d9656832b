"""The analysis of a game as headings and sentences, for text and for Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.matrix.dominance import Dominance, Dominant
from engine.matrix.equilibria import Mix, NashSubset, Profile, support
from engine.matrix.game import NormalForm, Side
from tracer.matrix.analysis import ConstantSum, MatrixAnalysis
from tracer.text.printable_text import join_names

# Words for strategies, mixes and reasons.


def format_number(value: Fraction) -> str:
    """Format a number for readers: 3, −1/3."""
    return str(value).replace("-", "−")


def strategies(game: NormalForm, side: Side, indices: Sequence[int], word: str = "and") -> str:
    """Return the names of some strategies of a player."""
    return join_names([game.chooser(side).strategies[index] for index in indices], word)


def mix(game: NormalForm, side: Side, weights: Mix) -> str:
    """Return a strategy, pure or mixed: `a`, or `a with 2/3 and b with 1/3`."""
    names = game.chooser(side).strategies
    played = support(weights)
    if len(played) == 1:
        return names[played[0]]
    return join_names([f"{names[index]} with {format_number(weights[index])}" for index in played])


def profile(game: NormalForm, played: Profile) -> str:
    """Name the strategies of both: `(2, a)`, or `P1 plays …, P2 plays …` if someone mixes."""
    if played.is_pure:
        return f"({', '.join(mix(game, side, played.mixes[side]) for side in game.order)})"
    return ", ".join(
        f"{game.chooser(side).name} plays {mix(game, side, played.mixes[side])}"
        for side in game.order
    )


def payoffs(game: NormalForm, played: Profile) -> str:
    """Format the payoffs of both: `6 to P1 and 3 to P2`."""
    return join_names(
        [
            f"{format_number(played.payoffs[side])} to {game.chooser(side).name}"
            for side in game.order
        ]
    )


def dominance(game: NormalForm, side: Side, reason: Dominance, against: Sequence[int]) -> str:
    """Explain in numbers why a strategy is dominated."""
    names, others = game.chooser(side).strategies, game.chooser(side.other).strategies
    if len(reason.by) == 1:
        by = names[reason.by[0][0]]
    else:
        by = "the mix of " + join_names(
            [f"{names[s]} with {format_number(w)}" for s, w in reason.by]
        )
    compared = ", ".join(
        f"{format_number(better)} {'>' if better > worse else '='} "
        f"{format_number(worse)} against {others[other]}"
        for other, better, worse in zip(against, reason.own, reason.given_up, strict=True)
    )
    how = "strictly" if reason.strict else "weakly"
    return f"{names[reason.dominated]} is {how} dominated by {by}: {compared}"


_DOMINANT = {
    Dominant.STRICT: "better than every other strategy against everything",
    Dominant.WEAK: "never worse than another strategy, and better than each against something",
    Dominant.VERY_WEAK: "never worse than another strategy; equal to one throughout",
}


def introduce_matrix(analysis: MatrixAnalysis) -> str:
    """Explain how to read the matrix."""
    game = analysis.game
    text = (
        f"{game.rows.name} chooses a row, {game.columns.name} a column; in each pair "
        f"{game.chooser(game.first).name}'s payoff comes first."
    )
    if game.constant_sum is not None:
        text += (
            " The game is zero-sum."
            if game.constant_sum == 0
            else f" The game is constant-sum: every pair adds up to {game.constant_sum}."
        )
    return text


def make_matrix_table(analysis: MatrixAnalysis, marks: tuple[str, str]) -> list[list[str]]:
    """Return the matrix as rows of cells, headed by the names of the strategies."""
    game, best = analysis.game, analysis.best
    before, after = marks
    table = [["", *game.columns.strategies]]
    for row, name in enumerate(game.rows.strategies):
        cells = [name]
        for column in range(game.size(Side.COLUMNS)):
            is_best = (row in best[Side.ROWS][column], column in best[Side.COLUMNS][row])
            shown = [format_number(payoff) for payoff in game.pairs[row][column]]
            marked = [f"{before}{shown[s]}{after}" if is_best[s] else shown[s] for s in Side]
            cells.append(", ".join(marked[side] for side in game.order))
        table.append(cells)
    return table


def list_sections(analysis: MatrixAnalysis) -> dict[str, list[str]]:
    """Return the sentences of the report without the matrix, by the headings of its sections."""
    how = "weakly" if analysis.elimination.weak else "strictly"
    sections = {
        "Dominance": _describe_dominance(analysis),
        f"Iterated elimination of {how} dominated strategies": _describe_elimination(analysis),
        "Pure equilibria": _describe_pure(analysis),
    }
    if analysis.extreme is not None or analysis.unsolved:
        sections["Mixed equilibria"] = _describe_mixed(analysis)
    if analysis.degenerate:
        sections["Degenerate"] = _describe_degenerate(analysis, analysis.degenerate)
    if analysis.constant_sum:
        sections["Value"] = _describe_value(analysis, analysis.constant_sum)
    return {title: list(sentences) for title, sentences in sections.items()}


def _describe_dominance(analysis: MatrixAnalysis) -> Iterator[str]:
    game = analysis.game
    for side in game.order:
        who = game.chooser(side).name
        others = range(game.size(side.other))
        if game.size(side) == 1:
            yield f"{who} has one strategy and no choice."
            continue
        for strategy, how in analysis.dominant[side]:
            name = game.chooser(side).strategies[strategy]
            yield f"{who}: {name} is {how.value} dominant: {_DOMINANT[how]}."
        if not analysis.dominant[side]:
            best = ", ".join(
                strategies(game, side, analysis.best[side][other], "or")
                + f" against {game.chooser(side.other).strategies[other]}"
                for other in others
            )
            yield f"{who}: no strategy is dominant; best is {best}."
        for reason in analysis.dominated[side]:
            yield f"{who}: {dominance(game, side, reason, others)}."
        if not analysis.dominated[side]:
            yield f"{who}: no strategy is dominated."


def _describe_elimination(analysis: MatrixAnalysis) -> Iterator[str]:
    game, elimination = analysis.game, analysis.elimination
    how = "weakly" if elimination.weak else "strictly"
    if not elimination.removals:
        yield f"No strategy is {how} dominated, so none is eliminated."
        return
    yield "Each round eliminates every dominated strategy of both players. " + (
        "Another order can leave other strategies, and equilibria can be lost."
        if elimination.weak
        else "Every order leaves the same strategies, and no equilibrium is lost."
    )
    for removal in elimination.removals:
        who = game.chooser(removal.side).name
        reason = dominance(game, removal.side, removal.reason, removal.against)
        yield f"Round {removal.round}, {who}: {reason}."
    left = "; ".join(
        f"{game.chooser(side).name}: {strategies(game, side, elimination.left[side])}"
        for side in game.order
    )
    yield f"Remaining: {left}."
    if elimination.weak:
        known_word = "known (pure) " if analysis.extreme is None else ""
        if not analysis.lost:
            yield f"No {known_word}equilibrium is lost."
        for played in analysis.lost:
            where = "" if played.is_pure else "in which "
            yield f"Lost: the equilibrium {where}{profile(game, played)}."
        if analysis.lost and analysis.degenerate:
            yield "Also lost: equilibria of the continua below that play an eliminated strategy."


def _describe_pure(analysis: MatrixAnalysis) -> Iterator[str]:
    if not analysis.pure:
        yield "There is none: in every pair, some player would gain by changing strategy."
    for played in analysis.pure:
        game = analysis.game
        yield f"{profile(game, played)} pays {payoffs(game, played)}."


def _describe_mixed(analysis: MatrixAnalysis) -> Iterator[str]:
    game = analysis.game
    if analysis.extreme is None:
        yield f"Not computed: {analysis.unsolved}."
        return
    mixed = [played for played in analysis.extreme if not played.is_pure]
    for played in mixed:
        yield f"{profile(game, played)}; this pays {payoffs(game, played)}."
    if analysis.degenerate:
        if not mixed:
            yield "No extreme equilibrium is mixed."
        return
    number = len(analysis.extreme)
    alone = f"The game has exactly {number} equilibria, including the pure ones."
    if number == 1:
        alone = "The game has this one equilibrium and no other."
    yield alone if mixed else f"There is none. {alone}"


def _describe_degenerate(analysis: MatrixAnalysis, played: Profile) -> Iterator[str]:
    game = analysis.game
    side = next(s for s in game.order if len(played.best[s]) > len(support(played.mixes[s.other])))
    other = side.other
    plays = len(support(played.mixes[other]))
    yield (
        f"When {game.chooser(other).name} plays {mix(game, other, played.mixes[other])}, "
        f"which is {plays} {'strategy' if plays == 1 else 'strategies'}, "
        f"{game.chooser(side).name} has {len(played.best[side])} best responses "
        f"({strategies(game, side, played.best[side])}). A game is degenerate if a mix has "
        "more best responses than it uses strategies. Every extreme equilibrium is tested for this."
    )
    continua = [subset for subset in analysis.subsets if subset.is_continuum]
    if not continua:
        yield "Still, every equilibrium is isolated, and all of them are listed above."
        return
    yield (
        "The equilibria above are end points only; "
        + ("this is a continuum" if len(continua) == 1 else "these are continua")
        + " of equilibria: any independent choice of the two players from it is an equilibrium."
    )
    components = [subset.component for subset in continua]
    for number, subset in enumerate(continua, 1):
        parts = "; ".join(
            f"{game.chooser(s).name} plays {_describe_hull(analysis, subset, s)}"
            for s in game.order
        )
        pays = join_names(
            [
                f"{_format_range(*analysis.payoff_range(subset, s))} to {game.chooser(s).name}"
                for s in game.order
            ]
        )
        meets = [
            str(k) for k, c in enumerate(components, 1) if c == subset.component and k != number
        ]
        joined = f" Connected with continuum {join_names(meets)}." if meets else ""
        yield f"Continuum {number}: {parts}; this pays {pays}.{joined}"
    single = len(analysis.subsets) - len(continua)
    yield (
        f"Also, {single} equilibri{'um is' if single == 1 else 'a are'} isolated."
        if single
        else "There is no other equilibrium."
    )


def _describe_hull(analysis: MatrixAnalysis, subset: NashSubset, side: Side) -> str:
    """Describe the convex hull of a player's extreme mixes and its probability ranges."""
    game = analysis.game
    corners: tuple[Mix, ...] = (subset.rows, subset.columns)[side]
    if len(corners) == 1:
        return mix(game, side, corners[0])
    if all(len(support(corner)) == 1 for corner in corners):
        names = [mix(game, side, corner) for corner in corners]
        return f"any mix of {join_names(names)}"
    named = join_names([f"[{mix(game, side, corner)}]" for corner in corners])
    ranges = [
        f"P({name}) {_format_range(min(c[index] for c in corners), max(c[index] for c in corners))}"
        for index, name in enumerate(game.chooser(side).strategies)
        if any(corner[index] for corner in corners)
    ]
    return f"any mix of {named}, so {join_names(ranges)}"


def _format_range(low: Fraction, high: Fraction) -> str:
    if low == high:
        return format_number(low)
    return f"between {format_number(low)} and {format_number(high)}"


def _describe_value(analysis: MatrixAnalysis, solved: ConstantSum) -> Iterator[str]:
    game = analysis.game
    first, second = game.order
    value = solved.solution.value
    first_name, second_name = game.chooser(first).name, game.chooser(second).name
    yield f"The game is worth {format_number(value)} to {first_name}" + (
        f" and {format_number(solved.total - value)} to {second_name}." if solved.total else "."
    )
    for side, weights, does in (
        (first, solved.solution.maximiser, "secures it by"),
        (second, solved.solution.minimiser, f"holds {first_name} down to it by"),
    ):
        yield f"{game.chooser(side).name} {does} {mix(game, side, weights)}."
    low, high = format_number(solved.maximin), format_number(solved.minimax)
    if low == high:
        yield f"There is a saddle point: {first_name} secures {low} even without mixing."
    else:
        yield (
            f"There is no saddle point: without mixing {first_name} secures only {low}, "
            f"and {second_name} holds {first_name} down only to {high}."
        )
