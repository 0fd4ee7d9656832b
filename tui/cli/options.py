"""The options that say what to search and how, shared by every command that takes a SOURCE."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

__all__ = ["SearchOptions", "record_option", "search_options", "source_argument"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What was asked for on the command line; the names are those of `tracer.trace`."""

    search: str | None = None
    convention: str = "aima"
    window: tuple[float, float] | None = None
    depth: int | None = None
    rounds: int | None = None
    order: str = "given"
    evaluation: str | None = None
    opponent: str = "uniform"
    iterations: int | None = None
    exploration: float | None = None
    seed: int | None = None
    win: int | None = None
    max_player: str = "first"
    cells: str | None = None
    max_visits: int | None = None
    seconds: float | None = None


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
            self.fail(f"{value!r} is not a window: NaN is no bound", param, ctx)
        return alpha, beta


class _Win(click.ParamType[int]):
    name = "N-depth"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        number, _, depth = str(value).partition("-")
        if depth != "depth" or not number.isdecimal():
            self.fail(f"{value!r} is not understood; expected N-depth such as 10-depth", param, ctx)
        return int(number)


_OPTIONS = (
    click.option(
        "-a",
        "--search",
        metavar="NAME",
        help="The search (plytrace list searches); "
        "alphabeta by default, expectiminimax where there is chance.",
    ),
    click.option(
        "-c",
        "--convention",
        metavar="NAME[,FIELD=VALUE…]",
        default=_USUAL.convention,
        show_default=True,
        help="A course's convention (plytrace list conventions), perhaps with changes: "
        "'aima,cutoff=>,ties=last'.",
    ),
    click.option(
        "--window", type=_Window(), metavar="α,β", help="α and β at the root, such as -2,2."
    ),
    click.option("--depth", type=int, metavar="PLIES", help="Evaluate at this many plies."),
    click.option(
        "--rounds", type=int, metavar="N", help="The same in rounds: every player moves once."
    ),
    click.option(
        "--order",
        metavar="NAME",
        default=_USUAL.order,
        show_default=True,
        help="Order of the moves (plytrace list orders): given, right-to-left, static, killer, …",
    ),
    click.option(
        "--eval",
        "evaluation",
        metavar="NAME|FILE",
        help="The evaluation at a depth limit: one of the game's (plytrace list evaluations), or a "
        "YAML file with a table or weights.",
    ),
    click.option(
        "--opponent",
        metavar="uniform|W1,W2,…",
        default=_USUAL.opponent,
        show_default=True,
        help="How expectimax's MIN chooses: evenly, or its moves in order by these weights.",
    ),
    click.option("--iterations", type=int, metavar="N", help="How often mcts goes down the tree."),
    click.option("--exploration", type=float, metavar="C", help="The constant of mcts's UCB1."),
    click.option("--seed", type=int, metavar="N", help="What mcts draws its playouts from."),
    click.option(
        "--win",
        type=_Win(),
        metavar="N-depth",
        help="Wins worth N − depth and losses −N + depth, as 10-depth.",
    ),
    click.option(
        "--max",
        "max_player",
        type=click.Choice(["first", "to-move"]),
        default=_USUAL.max_player,
        show_default=True,
        help="MAX is the game's first player, or whoever moves at the root.",
    ),
    click.option(
        "--cells",
        type=click.Choice(["number", "row-col"]),
        help="Write a board's cells as 5 or as (1,1); by default as the game does.",
    ),
    click.option(
        "--max-visits", type=int, metavar="N", help="Stop after N visits, keeping what there is."
    ),
    click.option(
        "--seconds", type=float, metavar="N", help="Stop after N seconds, keeping what there is."
    ),
)

#: What of a search is kept, for the commands that need no visits.
record_option = click.option(
    "--record",
    type=click.Choice(["rows", "counts"]),
    default="rows",
    show_default=True,
    help="Keep every visit, or only the counts and the best line: for searches too large to keep.",
)

_NAMES = tuple(SearchOptions.__dataclass_fields__)


def search_options(command: _Command) -> _Command:
    """Give a command the search's options; it is called with one `options` argument for them."""

    @wraps(command)  # the options below this decorator come along with the function's attributes
    def collected(**arguments: Any) -> Any:
        options = SearchOptions(**{name: arguments.pop(name) for name in _NAMES})
        return command(options=options, **arguments)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected  # type: ignore[return-value]


def source_argument(command: _Command) -> _Command:
    """Give a command its SOURCE, which `--game` can stand for; it is called with `source`.

    With `--game` a SOURCE is the position that the game is to start from.
    """

    @wraps(command)
    def named(source: str | None, game: str | None, **arguments: Any) -> Any:
        if game is not None:
            source = game if source is None else f"{game}@{source}"
        elif source is None:
            raise click.UsageError("no SOURCE: name a tree, a file, a game, or give --game")
        return command(source=source, **arguments)

    game = click.option(
        "--game",
        metavar="FILE:CLASS",
        help="A game of one's own, such as race.py:Race; SOURCE is then its position, if any.",
    )
    return click.argument("source", required=False)(game(named))  # type: ignore[return-value]
