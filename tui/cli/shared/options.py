"""The search options, shared by every command with a SOURCE."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engine.errors import UsageError

if TYPE_CHECKING:
    from engine.game import AnyGame, Number
    from tracer.jobs import Cluster


_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The search options of the command line, named as in `tracer.trace`."""

    search: str | None = None
    convention: str = "aima"
    window: tuple[float, float] | None = None
    #: In plies; None for the game's usual one, infinite for none.
    depth: float | None = None
    rounds: int | None = None
    order: str = "given"
    evaluation: str | None = None
    opponent: str = "uniform"
    iterations: int | None = None
    exploration: float | None = None
    seed: int | None = None
    guess: float | None = None
    gap: float | None = None
    margin: float | None = None
    research: str | None = None
    bounds: tuple[float, float] | None = None
    sum: float | None = None
    near: float | None = None
    win: int | None = None
    terminal: str | None = None
    max_player: str = "first"
    cells: str | None = None
    max_visits: int | None = None
    seconds: float | None = None
    memory: int | None = None


_USUAL = SearchOptions()


class _Window(click.ParamType[tuple[float, float]]):
    name = "α,β"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        ends = str(value).replace("−", "-").replace("∞", "inf").split(",")
        try:
            alpha, beta = (float(end) for end in ends)
        except ValueError:
            self.fail(f"{value!r} is not a window; expected α,β such as -2,2 or -inf,3", param, ctx)
        if math.isnan(alpha) or math.isnan(beta):
            self.fail(f"{value!r} is not a window: NaN cannot be a bound", param, ctx)
        return alpha, beta


class _Bounds(click.ParamType[tuple[float, float]]):
    name = "L,U"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            low, high = (
                float(end) for end in str(value).replace("−", "-").replace("∞", "inf").split(",")
            )
        except ValueError:
            self.fail(f"{value!r} are not bounds; expected L,U such as 0,10", param, ctx)
        return low, high


class _Guess(click.ParamType[float]):
    name = "V"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        try:
            return float(str(value).replace("−", "-").replace("∞", "inf"))
        except ValueError:
            self.fail(f"{value!r} is not a value; expected a number, inf or -inf", param, ctx)


class _Depth(click.ParamType[float]):
    name = "PLIES"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        text = str(value)
        try:
            return math.inf if text in ("inf", "∞") else int(text)
        except ValueError:
            self.fail(f"{value!r} is not a depth; expected a whole number, or inf", param, ctx)


class _Memory(click.ParamType[int]):
    name = "SIZE"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kKmMgGtT]?)(?:i?[bB])?", str(value).strip())
        size = int(float(read[1]) * 1024 ** " kmgt".index(read[2].lower() or " ")) if read else 0
        if size < 1:
            self.fail(f"{value!r} is not a size of memory; expected 500M or 2G", param, ctx)
        return size


class _Win(click.ParamType[int]):
    name = "N-depth"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        number, _, depth = str(value).partition("-")
        if depth != "depth" or not number.isdecimal():
            self.fail(
                f"{value!r} is not a value of wins; expected N-depth such as 10-depth", param, ctx
            )
        return int(number)


class _Letter(click.ParamType["tuple[str, Number]"]):
    name = "LETTER=NUMBER"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, Number]:
        from engine.errors import InvalidInput
        from trees.text import UNSEEN, is_letter, number_from_text

        letter, equals, number = (part.strip() for part in str(value).partition("="))
        if not equals or not is_letter(letter) or letter == UNSEEN:
            self.fail(f"{value!r} is not a letter and a number; expected x=3", param, ctx)
        try:
            return letter, number_from_text(number.replace("−", "-"))
        except InvalidInput as error:
            self.fail(str(error), param, ctx)


def _by_letter(
    _: click.Context, param: click.Parameter, pairs: tuple[tuple[str, Number], ...]
) -> dict[str, Number]:
    """Return the numbers by letter; each letter may have one."""
    numbers: dict[str, Number] = {}
    for letter, number in pairs:
        if letter in numbers:
            raise click.BadParameter(f"{letter} has two numbers; expected one", param=param)
        numbers[letter] = number
    return numbers


_OPTIONS = (
    click.option(
        "-a",
        "--search",
        metavar="NAME",
        help="Search to run (plytrace list searches); "
        "alphabeta by default, expectiminimax if there is chance, maxn if leaves are vectors.",
    ),
    click.option(
        "-c",
        "--convention",
        metavar="NAME[,FIELD=VALUE…]",
        default=_USUAL.convention,
        show_default=True,
        help="Convention of a course (plytrace list conventions), optionally with changes: "
        "'aima,cutoff=>,ties=last'.",
    ),
    click.option(
        "--window", type=_Window(), metavar="α,β", help="Window (α, β) at the root, such as -2,2."
    ),
    click.option(
        "--depth",
        type=_Depth(),
        metavar="PLIES",
        help="Limit the depth in plies, and evaluate there; inf for no limit. Large games have one "
        "by default.",
    ),
    click.option(
        "--rounds",
        type=int,
        metavar="N",
        help="Limit the depth in rounds: every player moves once.",
    ),
    click.option(
        "--order",
        metavar="NAME",
        default=_USUAL.order,
        show_default=True,
        help="Move order (plytrace list orders): given, right-to-left, static, killer, …",
    ),
    click.option(
        "--eval",
        "evaluation",
        metavar="NAME|FILE",
        help="Evaluation at a depth limit: one of the game's (plytrace list evaluations), or a "
        "YAML file with a table or weights.",
    ),
    click.option(
        "--opponent",
        metavar="uniform|W1,W2,…",
        default=_USUAL.opponent,
        show_default=True,
        help="Probabilities of expectimax's MIN: uniform, or these weights of its moves in order.",
    ),
    click.option("--iterations", type=int, metavar="N", help="Number of mcts iterations."),
    click.option(
        "--exploration", type=float, metavar="C", help="Exploration constant of UCB1 in mcts."
    ),
    click.option("--seed", type=int, metavar="N", help="Seed of mcts's playouts."),
    click.option(
        "--guess",
        type=_Guess(),
        metavar="V",
        help="First guess of the value in mtdf, solve and aspiration, such as 5 or inf; 0 by "
        "default.",
    ),
    click.option(
        "--gap",
        type=float,
        metavar="V",
        help="Smallest difference of two values: the width of null windows; 1 by default.",
    ),
    click.option(
        "--margin",
        type=float,
        metavar="V",
        help="Half the width of aspiration's first window; 1 by default.",
    ),
    click.option(
        "--research",
        metavar="WINDOW",
        help="Window of a second search: alpha or value in pvs; value, bound or full in "
        "aspiration; the first of these by default.",
    ),
    click.option(
        "--bounds",
        type=_Bounds(),
        metavar="L,U",
        help="Smallest and largest value that a leaf can have, such as 0,10; by default those of "
        "the tree's file.",
    ),
    click.option(
        "--sum",
        type=float,
        metavar="S",
        help="Largest sum of the players' values of 0 or more; lets maxn prune.",
    ),
    click.option(
        "--near",
        type=float,
        metavar="E",
        help="Largest distance of the sum of two players' values from 0; lets maxn prune.",
    ),
    click.option(
        "--win",
        type=_Win(),
        metavar="N-depth",
        help="Value wins as N − depth and losses as −N + depth, such as 10-depth.",
    ),
    click.option(
        "--terminal",
        type=click.Choice(["utility", "evaluation"]),
        help="Value the ends of the game by utility (default) or by the evaluation, as at a depth "
        "limit.",
    ),
    click.option(
        "--max",
        "max_player",
        type=click.Choice(["first", "to-move"]),
        default=_USUAL.max_player,
        show_default=True,
        help="Player that is MAX: the game's first player, or the player to move at the root.",
    ),
    click.option(
        "--cells",
        type=click.Choice(["number", "row-col"]),
        help="Write a board's cells as 5 or as (1,1); the game's own form by default.",
    ),
    click.option(
        "--max-visits", type=int, metavar="N", help="Stop after N visits; keep the partial trace."
    ),
    click.option(
        "--seconds", type=float, metavar="N", help="Stop after N seconds; keep the partial trace."
    ),
    click.option(
        "--memory",
        type=_Memory(),
        metavar="SIZE",
        help="Stop at this memory, such as 500M or 2G, and at most a quarter of what is free; keep "
        "the partial trace.",
    ),
    click.option(
        "--set",
        "numbers",
        type=_Letter(),
        multiple=True,
        callback=_by_letter,
        metavar="LETTER=NUMBER",
        help="Replace a letter of the tree's leaves by a number, such as x=3; repeatable.",
    ),
)

#: The recorded part of a search, for commands that need no visits.
record_option = click.option(
    "--record",
    type=click.Choice(["rows", "counts"]),
    help="Keep every visit (rows, the default), or only the counts and the best line for very "
    "large searches (counts, the default of solve in a game).",
)


def record_for(record: str | None, game: AnyGame, search: str | None) -> str:
    """Return what to record if it was not given: every visit, or only counts."""
    if record is not None:
        return record
    from engine.search import find_search

    counts_only = search is not None and find_search(search).counts_only
    return "counts" if counts_only and game.named_by_path else "rows"


def with_usual_depth(options: SearchOptions, game: AnyGame | None = None) -> SearchOptions:
    """Return the options with the game's usual depth limit if the user chose no limit at all."""
    if options.depth == math.inf:
        return replace(options, depth=None)
    limits = (options.depth, options.rounds, options.max_visits, options.seconds)
    if game is None or game.usual_depth is None or limits != (None,) * 4:
        return options
    from engine.search import default_search, find_search

    names = (options.search or default_search(game)).split(",")  # compare takes several
    if not any("depth" in find_search(name.strip()).takes for name in names if name.strip()):
        return options
    return replace(options, depth=game.usual_depth)


_NAMES = tuple(SearchOptions.__dataclass_fields__)


def search_options(command: _Command) -> _Command:
    """Add the search options to a command, which gets them as one `options` argument.

    It gets those of `--set` as `numbers`; `source_argument` uses them.
    """

    @wraps(command)  # options of later decorators are stored in the function's attributes
    def collected(**arguments: Any) -> Any:
        options = SearchOptions(**{name: arguments.pop(name) for name in _NAMES})
        return command(options=options, **arguments)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected  # type: ignore[return-value]


def source_argument(command: _Command, *, is_optional: bool = False) -> _Command:
    """Add the argument SOURCE and the option `--game` to a command, as `source`.

    With `--game`, SOURCE is a position of that game. With `--set` of the search options, `source`
    is an opened tree.
    """

    @wraps(command)
    def named(
        source: str | None,
        game: str | None,
        numbers: dict[str, Number],
        **arguments: Any,
    ) -> Any:
        if game is not None:
            source = game if source is None else f"{game}@{source}"
        elif source is None and not is_optional:
            raise UsageError(
                "SOURCE is missing",
                expected="a tree, a file or a game, or --game FILE:CLASS",
                hint="Try: plytrace list trees",
            )
        if numbers:
            from trees.sources import set_letters

            if source is None:
                raise UsageError("--set needs a tree with a letter", expected="SOURCE")
            return command(source=set_letters(source, numbers), **arguments)
        return command(source=source, **arguments)

    game = click.option(
        "--game",
        metavar="FILE:CLASS",
        help="Your own game, such as race.py:Race; SOURCE is then a position of it, if any.",
    )
    return click.argument("source", required=False)(game(named))  # type: ignore[return-value]


# The option --on: work on the computers of a Dask cluster.


def on_option(work: str) -> Callable[[Any], Any]:
    """Return the option, whose value is the parameter `address`."""
    text = f"{work} on the computers of the Dask scheduler at ADDRESS."
    return click.option("--on", "address", metavar="ADDRESS", help=text)


def cluster_at(address: str | None, jobs: int | None) -> Cluster | None:
    """Return the cluster that was named, until the command ends; None if none was."""
    if address is None:
        return None
    if jobs is not None:
        raise UsageError(
            "--on cannot be combined with --jobs", hint="The workers decide how many run at once"
        )
    from tracer.jobs import Cluster

    return click.get_current_context().with_resource(Cluster(address))
