"""The players of a side: human, random or a search, and their text forms.

human    random    random:weights=2,1,1,seed=7
search   alphabeta minimax:depth=4  mcts:iterations=500,seed=1  deepening:seconds=2
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple, TypeAlias

from engine.conventions import parse_convention
from engine.errors import InvalidInput, SearchRefused, UsageError, did_you_mean
from engine.game import AnyGame
from engine.running.control import Control
from engine.search import SEARCHES, default_search, find_search, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.deepening import Deepening
from engine.searches.mcts import Mcts
from engine.searches.minimax import Expectiminimax
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from engine.searches.solve import Solve
from engine.searches.transposition import Transposition
from engine.tree_size import full_tree_size
from engine.wrappers.changed import change

#: The name that selects the search that suits the game; see `engine.match.players`.
AUTO: Final = "search"

#: Visits after which a trial search is assumed to suit a game.
_TRIED: Final = 100
_TRIED_SECONDS: Final = 0.2
#: Orders that evaluate every position first, which is too slow for a trial.
_COSTLY_ORDERS: Final = ("perfect", "worst")


@dataclass(frozen=True, slots=True)
class Human:
    """A human, who types or clicks moves."""

    def __str__(self) -> str:
        return "human"


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A player that moves at random."""

    weights: str = "uniform"
    seed: int | None = None

    def __str__(self) -> str:
        weights = "" if self.weights == "uniform" else f"weights={self.weights}"
        seed = "" if self.seed is None else f"seed={self.seed}"
        return _spec("random", [part for part in (weights, seed) if part])


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """A search that chooses moves."""

    search: str = AUTO
    settings: Settings = field(default_factory=Settings)
    evaluation: str = ""
    seconds: float | None = None
    max_visits: int | None = None

    def __post_init__(self) -> None:
        if self.search != AUTO and self.search not in SEARCHES:
            raise UsageError(
                f"there is no player {self.search!r}",
                expected=f"human, random, {AUTO}, or a search: {', '.join(SEARCHES)}",
                hint=did_you_mean(self.search, ["human", "random", AUTO, *SEARCHES]),
            )
        Control(self.max_visits, seconds=self.seconds)  # checks the budgets

    def __str__(self) -> str:
        settings = []
        for key, form in _KEYS.items():
            name = _OWN_KEYS.get(key, key)
            value, default = (
                getattr(player if key in _OWN_KEYS else player.settings, name)
                for player in (self, _USUAL)
            )
            if value != default:
                settings.append(f"{key}={form.write(value)}")
        return _spec(self.search, settings)

    @property
    def has_budget(self) -> bool:
        """Whether it has a budget of time or visits."""
        return self.seconds is not None or self.max_visits is not None

    def apply_evaluation(self, game: AnyGame) -> AnyGame:
        """Return the game with this player's evaluation."""
        return change(game, evaluation=self.evaluation) if self.evaluation else game

    def try_on(self, game: AnyGame) -> None:
        """Run the first visits of the search, which reveal unsupported games and settings."""
        seen = self.apply_evaluation(game)
        if self.settings.order not in _COSTLY_ORDERS:
            run_search(seen, self.search, self.settings, Control(_TRIED, seconds=_TRIED_SECONDS))


#: A player of a side.
Participant: TypeAlias = Human | RandomPlayer | SearchPlayer


def read_player(text: str) -> Participant:
    """Parse a player such as `human`, `random`, `search` or `minimax:depth=4,order=static`."""
    name, _, rest = text.strip().partition(":")
    name = name.strip().casefold()
    texts = _read_settings(rest, text)
    forms = _OTHER_PLAYERS.get(name, _KEYS)
    values = {key: _read_value(key, texts[key], forms, name, text) for key in texts}
    if name == "human":
        return Human()
    if name == "random":
        return RandomPlayer(**values)
    own = {field_name: values.pop(key) for key, field_name in _OWN_KEYS.items() if key in values}
    return SearchPlayer(name, Settings(**values), **own)


def _read_settings(text: str, where: str) -> dict[str, str]:
    """Return the texts of KEY=VALUE by key; a part without `=` continues the value before it."""
    texts: dict[str, str] = {}
    last = ""
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if equals and key in texts:
            raise UsageError(f"{key} is given twice", where=where, expected="each setting once")
        if not equals and not last:
            raise UsageError(
                f"{part.strip()!r} is not a setting of a player", where=where, expected="KEY=VALUE"
            )
        if equals:
            texts[key], last = value, key
        else:
            texts[last] += f",{key}"
    return texts


def _read_value(key: str, text: str, forms: Mapping[str, _Form], name: str, where: str) -> Any:
    if key not in forms:
        raise UsageError(
            f"{name} has no setting {key!r}",
            where=where,
            expected=f"one of {', '.join(forms)}" if forms else "no settings",
            hint=did_you_mean(key, forms),
        )
    try:
        return forms[key].read(text)
    except ValueError as error:
        raise UsageError(
            f"{key} cannot be {text!r}", where=where, expected=forms[key].expected
        ) from error


def _spec(name: str, settings: list[str]) -> str:
    return f"{name}:{','.join(settings)}" if settings else name


def _parse_pair(text: str) -> tuple[float, float]:
    low, high = (float(end) for end in text.replace("−", "-").replace("∞", "inf").split(","))
    return low, high


def write_number(value: float) -> str:
    """Return a number as a player or a note has it: whole numbers whole."""
    return repr(int(value)) if math.isfinite(value) and value == int(value) else repr(value)


class _Form(NamedTuple):
    """The form of a setting: how it is read and written, and what was expected."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    expected: str = "a number"


_WHOLE: Final = _Form(
    lambda text: int(text.replace("_", "").replace(" ", "")), expected="a whole number"
)
_NUMBER: Final = _Form(float, write_number)
_TEXT: Final = _Form(str)
_PAIR: Final = _Form(
    _parse_pair, lambda ends: f"{ends[0]:g},{ends[1]:g}", "two numbers such as 0,10"
)
_CONVENTION: Final = _Form(
    lambda text: parse_convention(text.replace("/", ",")),
    lambda convention: str(convention.name).replace(",", "/"),
)
#: The settings of a search, by key.
_KEYS: Final[Mapping[str, _Form]] = {
    "depth": _WHOLE,
    "rounds": _WHOLE,
    "seconds": _NUMBER,
    "visits": _WHOLE,
    "eval": _TEXT,
    "order": _TEXT,
    "convention": _CONVENTION,
    "window": _PAIR._replace(expected="α,β such as -2,2"),
    "opponent": _TEXT,
    "iterations": _WHOLE,
    "exploration": _NUMBER,
    "seed": _WHOLE,
    "guess": _NUMBER,
    "gap": _NUMBER,
    "margin": _NUMBER,
    "research": _TEXT,
    "bounds": _PAIR,
    "sum": _NUMBER,
    "near": _NUMBER,
}
#: The keys of fields of the player; the others are those of its settings.
_OWN_KEYS: Final = {"seconds": "seconds", "visits": "max_visits", "eval": "evaluation"}
_OTHER_PLAYERS: Final[Mapping[str, Mapping[str, _Form]]] = {
    "human": {},
    "random": {"weights": _TEXT, "seed": _WHOLE},
}
_USUAL: Final = SearchPlayer()

# Every setting of a search must have a key here.
assert _KEYS.keys() - _OWN_KEYS.keys() == {setting.name for setting in fields(Settings)}


# Seeds of a match: whole numbers that every format of a saved match can store.

#: The largest seed; its negative is the smallest.
MOST: Final = 10**18 - 1


def check_seed(seed: int) -> int:
    """Check and return a seed."""
    if not -MOST <= seed <= MOST:
        raise _refuse_seed(str(seed))
    return seed


def read_seed(text: str) -> int:
    """Parse a seed."""
    if not re.fullmatch(r"-?[0-9]{1,4000}", text):  # Python refuses numbers with more digits
        raise _refuse_seed(text)
    return check_seed(int(text))


def _refuse_seed(text: str) -> InvalidInput:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    return InvalidInput(shown, where="seed", expected=f"a whole number from {-MOST} to {MOST}")


# The default search and its limits for a game.
#
# `search` first tries plain alpha-beta, the search that courses teach, for `ALPHA_BETA_VISITS`.
# If that does not finish, it has one second. In the first half it tries to prove a best move with
# `solve`. If it cannot, or if the position is lost, it uses the other half for iterative
# deepening, best moves of the last pass first, with the evaluation `features` in chess, the
# default one elsewhere. A game that may last hundreds of moves has only iterative deepening. A
# game without an evaluation cannot be cut off at a depth: there `search` is `solve` for one
# second. If that does not finish, MCTS runs for another second. Games with chance use only
# expectiminimax and MCTS.
#
# A search chosen by name without a limit runs to the end if the tree has at most a million nodes.
# In a larger tree it stops at the deepest ply down to which the game has at most 6,000 positions
# (3 in chess, 5 in Reversi and Connect Four), or, without an evaluation, after a second.
# `deepening` and `mcts` can stop at any time and always get one second.

#: The default seconds per move.
SECONDS: Final = 1.0

#: Visits within which alpha-beta must finish to be the default search of a position: under a second
#: even without the kernel. Measured on two cores, in seconds without and with it: tic-tac-toe
#: (18,297 visits) 0.16 and 0.02, Reversi 4 (11,219) 0.28 and 0.002, a stopped Connect Four 0.45
#: and 0.003.
ALPHA_BETA_VISITS: Final = 25_000

#: The largest tree, in nodes, that is searched completely by default; minimax takes some seconds.
LARGEST_TREE: Final = 1_000_000

#: Positions examined to estimate the size of a game.
MOST_POSITIONS: Final = 6_000

#: Plies down to which nodes are counted; deeper trees are hardly ever small.
_DEEPEST: Final = 200


def check_player(player: Participant, game: AnyGame) -> Participant:
    """Check that a player supports a game: its search and settings, or its weights; return it."""
    if isinstance(player, RandomPlayer):
        change(game, opponent=player.weights)
    elif isinstance(player, SearchPlayer):
        for search_player in searches_for(player, game):
            search_player.try_on(game)
    return player


def searches_for(player: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    """Return the searches that choose a player's move, each with its limits."""
    if player.search == AUTO:
        return _automatic(player, game)
    settings, kind = player.settings, find_search(player.search)
    in_time = player if player.has_budget else replace(player, seconds=SECONDS)
    if kind is Deepening or kind is Mcts:
        return (player if settings.iterations is not None else in_time,)
    if settings.depth is not None or settings.rounds is not None:
        return (player,)
    seen = player.apply_evaluation(game)
    levels, is_all = _levels(seen)
    if is_all and levels <= _DEEPEST and _has_few_nodes(seen):
        return (player,)
    if not is_all and "depth" in kind.takes and _has_evaluation(seen):
        return (replace(player, settings=replace(settings, depth=levels)),)
    return (in_time,)


def _automatic(player: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    settings = player.settings
    if settings.depth is not None or settings.rounds is not None:
        return (replace(player, search=default_search(game)),)
    if settings.iterations is not None or settings.exploration is not None:
        return (replace(player, search=Mcts.name),)
    limited = player if player.has_budget else replace(player, seconds=SECONDS)
    if limited.seconds is not None and _can_use_alphabeta(settings, game):
        plain = replace(settings, seed=None)
        visits = min(ALPHA_BETA_VISITS, player.max_visits or ALPHA_BETA_VISITS)
        first = replace(limited, search=AlphaBeta.name, settings=plain, max_visits=visits)
        return first, *_larger(player, limited, game)
    return _larger(player, limited, game)


def _larger(player: SearchPlayer, limited: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    """Return the searches of positions that are too large for alpha-beta."""
    settings = player.settings
    if not game.has_chance and _has_evaluation(player.apply_evaluation(game)):
        if not player.evaluation:
            limited = replace(limited, evaluation=game.played_by)
        if settings.order == "given":
            settings = replace(settings, order="best-first")
        settings = replace(settings, seed=None)
        deepening = replace(limited, search=Deepening.name, settings=settings)
        if limited.seconds is None or game.may_not_end or not _can_solve(settings):
            return (deepening,)
        half = limited.seconds / 2
        first = replace(limited, search=Solve.name, evaluation=player.evaluation, seconds=half)
        return replace(first, settings=_adapt_to_solve(settings)), replace(deepening, seconds=half)
    exact = Expectiminimax if game.has_chance else Solve if _can_solve(settings) else Transposition
    search_settings = _adapt_to_solve(settings) if exact is Solve else replace(settings, seed=None)
    first = replace(limited, search=exact.name, settings=search_settings)
    usual = replace(settings, order="given", opponent="uniform")
    return first, replace(limited, search=Mcts.name, settings=usual)


def _can_use_alphabeta(settings: Settings, game: AnyGame) -> bool:
    """Return whether alpha-beta can be tried with these settings."""
    if game.has_chance or game.may_not_end or default_search(game) != AlphaBeta.name:
        return False
    if ORDERS[settings.order].learns_from == "passes":
        return False
    return settings.non_defaults().keys() <= {*AlphaBeta.takes, "seed"}


def _can_solve(settings: Settings) -> bool:
    """Return whether `solve` can be tried with these settings."""
    convention = settings.convention
    is_plain = convention.cutoff == ">=" and convention.returns == "fail-soft"
    return is_plain and settings.non_defaults().keys() <= {*Solve.takes, "order", "seed"}


def _adapt_to_solve(settings: Settings) -> Settings:
    """Return the settings that `solve` takes."""
    return replace(settings, order="given", seed=None)


def _has_evaluation(game: AnyGame) -> bool:
    """Return whether a search of the game can be cut off at a depth."""
    if game.evaluations or game.is_terminal(game.initial):
        return True
    try:
        game.evaluate(game.initial)
    except SearchRefused:
        return False
    return True


def _levels(game: AnyGame) -> tuple[int, bool]:
    """Return the plies (at least 1) with few enough positions, and whether they are all plies."""
    seen: set[Any] = set()
    level, depth = [game.initial], 0
    while level:
        below = []
        for state in level:
            if game.is_terminal(state):
                continue
            for move in game.moves(state):
                after = game.result(state, move)
                try:
                    if after in seen:
                        continue
                    seen.add(after)
                except TypeError:  # unhashable states are all counted
                    seen.add(len(seen))
                if len(seen) > MOST_POSITIONS:
                    return max(1, depth), False
                below.append(after)
        level, depth = below, depth + 1
    return depth, True


def _has_few_nodes(game: AnyGame) -> bool:
    try:
        size = full_tree_size(game)
    except TypeError:  # unhashable states; there were few of them
        return True
    return size is not None and size <= LARGEST_TREE
