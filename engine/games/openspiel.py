"""The games of OpenSpiel: `openspiel:NAME`, with parameters as OpenSpiel writes them.

Supported games have one or two players who take turns with perfect information and get zero-sum
payoffs at the end. Chance is allowed if every outcome has a probability. OpenSpiel's player 0 is
MAX.

A position is the moves that were played, dice included, by their numbers or names:
`openspiel:tic_tac_toe@4,0`.

Lanctot et al., "OpenSpiel: A framework for reinforcement learning in games", arXiv:1908.09453.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from math import fsum
from typing import Any, Final, NamedTuple

from engine.errors import InvalidInput, did_you_mean
from engine.game import CHANCE, MAX, MIN, Number, Player
from engine.games.source_texts import BuiltIn
from engine.text import install_command

#: The game of `openspiel` without a name.
_USUAL: Final = "tic_tac_toe"

#: Games in which the printed state and the side to move determine the rest of the game. Others may
#: print too little (repetitions, captures, who began); the moves played identify their positions.
_SAME_BY_PRINT: Final = frozenset(
    {
        "backgammon", "breakthrough", "catch", "clobber", "connect_four", "dots_and_boxes",
        "gomoku", "hex", "mnk", "nim", "pig", "tic_tac_toe", "y",
    }
)  # fmt: skip

#: Those of them that end after a fixed number of moves without printing the number made.
_ENDED_BY_MOVES: Final = frozenset({"pig"})

#: The most plies that a search may descend without a limit.
_LONGEST: Final = 500

#: The largest denominator of a probability that is read as a fraction.
_LARGEST_DENOMINATOR: Final = 10**6

#: The whole numbers that a parameter may be: larger boards run out of letters for their cells, and
#: those of more dimensions out of memory.
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    **dict.fromkeys(("horizon", "max_game_length", "max_moves", "max_player_turns"), (1, 10_000)),
    **dict.fromkeys(("max_no_progress", "max_cursor_moves", "winscore"), (1, 1_000)),
    **dict.fromkeys(("handicap", "insanity", "wall_count"), (0, 26)),
    # Chance has as many outcomes as ways to throw the dice.
    "dice_sides": (1, 10),
    "dims": (1, 2),
    "num_dice": (1, 5),
}
_USUAL_RANGE: Final = (1, 26)

_NUMBERED: Final = re.compile(r"\d+ - |chance outcome \d+ ")
_IN_ITS_SOURCE: Final = re.compile(r"^\S+\.(cc|h):\d+ ")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


class OpenSpielMove(NamedTuple):
    """A move or an outcome of chance."""

    number: int
    name: str


class OpenSpielPosition:
    """An immutable position."""

    __slots__ = ("_key", "_moves", "player", "same_by_print", "state")

    def __init__(self, state: Any, player: Player, same_by_print: bool) -> None:
        self.state = state
        self.player = player
        self.same_by_print = same_by_print
        self._key: Hashable = None
        self._moves: tuple[OpenSpielMove, ...] | None = None

    @property
    def key(self) -> Hashable:
        """The identity of the position."""
        if self._key is None:
            if self.same_by_print:
                kind = self.state.get_game().get_type().short_name
                moves = 0
                if kind in _ENDED_BY_MOVES:  # not counting dice
                    moves = sum(step.player >= 0 for step in self.state.full_history())
                self._key = (str(self.state), self.state.current_player(), self.player, moves)
            else:
                self._key = tuple(self.state.history())
        return self._key

    @property
    def moves(self) -> tuple[OpenSpielMove, ...]:
        """The legal moves, or the outcomes of chance, by OpenSpiel's numbers."""
        if self._moves is None:
            side = self.state.current_player()
            numbers = self.state.legal_actions()
            names = _names([self.state.action_to_string(side, number) for number in numbers])
            self._moves = tuple(map(OpenSpielMove, numbers, names))
        return self._moves

    def after(self, number: int) -> OpenSpielPosition:
        """Return the position that a move or an outcome of chance leads to."""
        state = self.state.child(number)
        return OpenSpielPosition(state, _player(state, self.player), self.same_by_print)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielPosition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"OpenSpielPosition({self.state.history_str()})"


class OpenSpiel(BuiltIn[OpenSpielPosition, OpenSpielMove]):
    """A game of OpenSpiel from any position."""

    name = "openspiel"
    move_naming = "A move has its name in OpenSpiel."
    given_order = "by their numbers in OpenSpiel"

    def __init__(self, size: str = _USUAL, position: str = "") -> None:
        self.size = size.strip()
        self._where = f"openspiel:{self.size}"
        game, self._start = _load(self.size)
        kind, players = game.get_type(), game.num_players()
        _check_kind(kind, players, self._where)
        self.has_chance = kind.chance_mode != kind.ChanceMode.DETERMINISTIC
        self.has_wins = (game.min_utility(), game.max_utility()) == (-1, 1)
        self.plies_per_round = players
        self.may_not_end = game.max_game_length() > _LONGEST
        self._same_by_print = kind.short_name in _SAME_BY_PRINT
        self.initial = self.parse(position)

    def to_move(self, state: OpenSpielPosition) -> Player:
        """Return whose turn it is: OpenSpiel's player 0 is MAX."""
        return state.player

    def actions(self, state: OpenSpielPosition) -> Sequence[OpenSpielMove]:
        """Return the legal moves by OpenSpiel's numbers."""
        return state.moves

    def result(self, state: OpenSpielPosition, action: OpenSpielMove) -> OpenSpielPosition:
        return state.after(action.number)

    def is_terminal(self, state: OpenSpielPosition) -> bool:
        over: bool = state.state.is_terminal()
        return over

    def utility(self, state: OpenSpielPosition, player: Player) -> Number:
        """Return the payoff of OpenSpiel's player 0; for MIN its negative."""
        value: float = state.state.returns()[0]
        number = int(value) if value.is_integer() else value
        return number if player is MAX else -number

    def chances(self, state: OpenSpielPosition) -> Sequence[tuple[OpenSpielMove, Number]]:
        """Return the outcomes with their probabilities, as fractions if possible."""
        # Outcomes that lead to equal positions are merged: in backgammon the 36 rolls of two dice
        # are the textbook's 21, 1/36 for a double and 1/18 for any other.
        probabilities = _simplify([float(p) for _, p in state.state.chance_outcomes()])
        merged: dict[Hashable, tuple[OpenSpielMove, Number]] = {}
        for move, probability in zip(state.moves, probabilities, strict=True):
            # Only printed positions show that two rolls are equal; the moves played always differ.
            key = state.after(move.number).key if state.same_by_print else move.number
            first, sum_so_far = merged.get(key, (move, 0))
            merged[key] = first, sum_so_far + probability
        return list(merged.values())

    def name_of(self, action: OpenSpielMove) -> str:
        """Return OpenSpiel's name of a move, without white space and commas."""
        return action.name

    def draw(self, state: OpenSpielPosition) -> str:
        return _COLOUR.sub("", str(state.state)).rstrip("\n")

    def format(self, state: OpenSpielPosition) -> str:
        """Return the numbers of the moves that were played, joined by commas."""
        return ",".join(map(str, state.state.history()))

    def parse(self, text: str) -> OpenSpielPosition:
        """Play moves and dice from the start."""
        position = OpenSpielPosition(self._start, _player(self._start, MIN), self._same_by_print)
        for place, word in enumerate(re.findall(r"[^,\s]+", text), start=1):
            numbers = {move.name: move.number for move in position.moves}
            numbers |= {str(move.number): move.number for move in position.moves}
            if word not in numbers:
                legal = ", ".join(f"{move.number} ({move.name})" for move in position.moves[:8])
                more = ", ..." if len(position.moves) > 8 else ""
                raise InvalidInput(
                    f"move {place}, {word!r}, is not legal there",
                    where=f"{self._where}@{text}",
                    expected=f"one of {legal}{more}"
                    if legal
                    else "no more moves: the game is over",
                )
            position = position.after(numbers[word])
        return position

    def __str__(self) -> str:
        return f"{self.name}:{self.size}"


def make(position: str, size: str, to_move: str) -> OpenSpiel:
    """Return the game of a source: `openspiel:NAME` or `openspiel:NAME(PARAMETERS)@MOVES`."""
    if to_move:
        raise InvalidInput(
            f"a game of OpenSpiel cannot take {to_move!r} as the side to move",
            expected="no side: the moves that were played determine it",
        )
    return OpenSpiel(size or _USUAL, position)


def _load(text: str) -> tuple[Any, Any]:
    """Return OpenSpiel's game of that name and parameters, and its first state."""
    try:
        import pyspiel
    except ImportError as error:
        raise InvalidInput(
            "this game needs OpenSpiel, which is not installed",
            where=f"openspiel:{text}",
            hint=f"Install it with: {install_command('openspiel')}",
        ) from error
    where = f"openspiel:{text}"
    name, bracket, rest = text.partition("(")
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in kinds:
        raise InvalidInput(
            f"OpenSpiel has no game {name!r}",
            where=where,
            expected=f"one of its {len(kinds)} games, such as {_USUAL} or backgammon",
            hint=did_you_mean(name, sorted(kinds)),
        )
    if kinds[name].default_loadable:
        _check_kind(kinds[name], kinds[name].min_num_players, where)
    _check_parameters(bracket + rest, kinds[name].parameter_specification, kinds, where)
    try:
        with _suppress_output():
            game = pyspiel.load_game(text)
            start = game.new_initial_state()
            moves = start.legal_actions()  # a board that is too small fails here at first
            for number in {*moves[:1], *moves[-1:]}:
                start.action_to_string(start.current_player(), number)
                str(start.child(number))
            return game, start
    except Exception as error:  # OpenSpiel's games may raise any C++ exception
        message = _IN_ITS_SOURCE.sub("", str(error).strip()).splitlines() or [type(error).__name__]
        raise InvalidInput(
            f"OpenSpiel does not accept this: {message[0].rstrip('.')}",
            where=where,
            expected="parameters as in breakthrough(rows=4,columns=4)",
        ) from error


def _check_parameters(
    text: str, allowed: Mapping[str, Any], kinds: Mapping[str, Any], where: str
) -> None:
    """Check the parameters in brackets before OpenSpiel sees them."""
    # In C++ a board of any size is made at once, and neither Ctrl-C nor a budget reaches it.
    if text and not (text.startswith("(") and text.endswith(")")):
        raise InvalidInput(
            f"the parameters {text!r} have no closing bracket",
            where=where,
            expected="parameters as in breakthrough(rows=4,columns=4)",
        )
    seen: set[str] = set()
    for entry in filter(None, _split(text[1:-1])):
        name, _, value = (part.strip() for part in entry.partition("="))
        if name not in allowed or name in seen:
            raise InvalidInput(
                f"{name!r} is given twice" if name in seen else f"it has no {name!r}",
                where=where,
                expected=f"some of {', '.join(sorted(allowed))}" if allowed else "no parameters",
                hint="" if name in seen else did_you_mean(name, sorted(allowed)),
            )
        seen.add(name)
        if isinstance(allowed[name], dict):  # a game
            inner, bracket, rest = value.partition("(")
            if inner not in kinds:
                raise InvalidInput(
                    f"{name} cannot be {inner!r}", where=where, expected="a game of OpenSpiel"
                )
            _check_parameters(bracket + rest, kinds[inner].parameter_specification, kinds, where)
        else:
            _check_value(name, value, type(allowed[name]), where)


def _split(text: str) -> list[str]:
    """Split parameters at the commas outside brackets."""
    entries, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            entries.append("")
        else:
            entries[-1] += sign
    return entries


def _check_value(name: str, value: str, kind: type, where: str) -> None:
    """Check the value of a parameter that is not a game."""
    if "file" in name or "root" in name:
        raise InvalidInput(f"{name} names a file", where=where, expected="no files of OpenSpiel")
    least, most = _RANGES.get(name, _USUAL_RANGE)
    expected, pattern = {
        bool: ("True or False", r"[Tt]rue|[Ff]alse"),
        int: (f"a whole number from {least} to {most:,}", r"\d{1,9}"),
        float: ("a number, such as 7.5", r"-?\d{1,9}(\.\d{1,9})?"),
    }.get(kind, ("a word, or numbers below 100", r"(?!.*\d{3})[\w;/ -]{1,100}"))
    fits = re.fullmatch(pattern, value, re.ASCII)
    if not fits or (kind is int and not least <= int(value) <= most):
        raise InvalidInput(f"{name} cannot be {value!r}", where=where, expected=expected)


@contextmanager
def _suppress_output() -> Iterator[None]:
    """Suppress the errors that OpenSpiel's C++ prints, since it raises them too."""
    sys.stderr.flush()
    original = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 (a device, not a path)
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(original, 2)
        os.close(original)


def _check_kind(kind: Any, players: int, where: str) -> None:
    """Refuse a game that the searches do not support."""
    zero_sum = (kind.Utility.ZERO_SUM, kind.Utility.CONSTANT_SUM)
    reasons = {
        "its players do not take turns": kind.dynamics != kind.Dynamics.SEQUENTIAL,
        "its players have hidden information": (
            kind.information != kind.Information.PERFECT_INFORMATION
        ),
        "its chance outcomes have no probabilities": (
            kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC
        ),
        f"it has {players} players": players > 2,
        "it is not zero-sum": (players == 2 and kind.utility not in zero_sum),
        "it pays rewards before the end": kind.reward_model != kind.RewardModel.TERMINAL,
    }
    for reason, holds in reasons.items():
        if holds:
            raise InvalidInput(
                f"{kind.short_name} cannot be searched here: {reason}",
                where=where,
                expected="a zero-sum game of one or two players who take turns, see everything "
                "and are paid at the end",
            )


def _player(state: Any, before: Player) -> Player:
    """Return the player to move (at the end: who would move); `before` moved last."""
    side = state.current_player()
    if side >= 0:
        return MIN if side == 1 else MAX
    if state.is_chance_node():
        return CHANCE
    return MIN if before is MAX and state.num_players() == 2 else MAX


def _names(texts: Sequence[str]) -> list[str]:
    """Return the moves' names: one word each, all different."""
    words = [_word(text) for text in texts]
    seen: dict[str, int] = {}
    names = []
    for word in words:
        seen[word] = seen.get(word, 0) + 1
        names.append(word if seen[word] == 1 else f"{word}#{seen[word]}")
    return names


@lru_cache(maxsize=1 << 14)
def _word(text: str) -> str:
    """Return a move's name as one word: `x(1,2)` is x(1.2), `24/23 13/11` is 24/23-13/11."""
    text = _NUMBERED.sub("", text, count=1).strip(" ;,")
    text = re.sub(r"^\((.*)\)$", r"\1", text)
    text = re.sub(r"(?<=\w),(?=\w)", ".", text)
    text = re.sub(r":\s+", ":", text)
    return re.sub(r"[\s,;]+", "-", text) or "?"


def _simplify(probabilities: Iterable[float]) -> list[Number]:
    """Return probabilities as simple fractions, or as doubles if they are not."""
    # A fraction is used if it equals the double exactly and all fractions sum to 1.
    doubles = list(probabilities)
    meant = [Fraction(double).limit_denominator(_LARGEST_DENOMINATOR) for double in doubles]
    if list(map(float, meant)) == doubles and sum(meant) == 1:
        return list(meant)
    total = fsum(doubles)
    return [double / total for double in doubles] if total else list(doubles)
