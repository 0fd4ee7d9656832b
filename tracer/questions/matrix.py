"""Items of payoff matrices: equilibria and the value, besides those about strategies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput
from engine.matrix.equilibria import Profile
from engine.matrix.game import NormalForm, Side
from engine.values import exact_fraction
from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import profile
from tracer.questions.base import PartReading, Statement, Tally
from tracer.questions.fact_item import (
    FactItem,
    OneFact,
    clean_text,
    unread_texts,
)
from tracer.questions.forms import Numbers
from tracer.questions.single_entries import only_answer
from tracer.questions.strategies import (
    WEIGHT,
    DominantStrategies,
    Dominated,
    find_side,
    find_strategy,
    join_names,
    player_pattern,
    says_none,
)
from tracer.text.numbers import (
    NUMBER,
    agrees_as_written,
    parse_typed_number,
    show_count,
    show_number,
)
from trees.text import exact_number

#: The probability of each strategy of a player, as it is written; `Fraction` if it is exact.
_Weights: TypeAlias = tuple[Fraction | float, ...]
_Mixes: TypeAlias = tuple[_Weights, _Weights]
#: The same of the strategies that were read so far.
_Mix: TypeAlias = dict[int | None, Fraction | float]

#: Words before a list of equilibria, and the marks of its items.
_INTRODUCTION: Final = re.compile(r"\A[^()\[\]{}\n]{0,60}\b(?:are|is)\b:?", re.IGNORECASE)
_ITEM: Final = re.compile(
    r"^(?:[-*•]|\d{1,2}[.)])\s+|(?<=\))[\s,]*\d{1,2}[.)]\s+(?=\()", re.MULTILINE
)
#: What an equilibrium pays, behind it.
_PAYOFFS: Final = re.compile(
    r"\s?[(\[]?\b(?:with\s)?(?:the\s)?(?:payoffs?|pays|paying)\s?(?:[:=]|are|of)?\s?"
    rf"\(?{NUMBER.pattern}\s?(?:,|and)\s?{NUMBER.pattern}[)\]]*",
    re.IGNORECASE,
)
#: Where an equilibrium ends for certain.
_BETWEEN_PAIRS: Final = re.compile(r"[;\n]+|(?<=\))[\s,&]*(?:and\b\s*)?(?=\()", re.IGNORECASE)
_BRACKETS: Final = str.maketrans("<>⟨⟩", "()()")
_NEUTRAL: Final = r"[\s,;+()\[\]{}.&]+|(?:and|und)(?!\w)"
#: How far the sum of the probabilities of a mix may be from 1, since they may be rounded.
_ROUNDED: Final = 0.011
#: Characters of a word that may name two strategies.
_LONGEST_WORD: Final = 100
#: Wrong equilibria that a message names.
_MOST_NAMED: Final = 4


def list_matrix_items(
    analysis: MatrixAnalysis, tolerance: float | None = None
) -> dict[str, FactItem[Any]]:
    """Return the items of a game in normal form by name."""
    items: list[FactItem[Any]] = [Dominated(analysis), DominantStrategies(analysis)]
    # Every game has an equilibrium, so if none is known, "none" would be wrong.
    if analysis.pure or not analysis.unsolved:
        items.append(_Equilibria(analysis, tolerance))
    if analysis.constant_sum is not None:
        items.append(_Value(analysis, tolerance))
    return {item.name: item for item in items}


class _Equilibria(FactItem[tuple[_Mixes, ...]]):
    name = "equilibria"
    is_list = True
    about = "the equilibria, such as (x, z); mixed ones as ANN: 1/4 of x + 3/4 of y, BOB: z"

    def __init__(self, analysis: MatrixAnalysis, tolerance: float | None) -> None:
        self.game = analysis.game
        self.tolerance = tolerance
        required = analysis.pure
        if analysis.extreme is not None and analysis.degenerate is None:
            required = analysis.extreme
        # A degenerate game has infinitely many equilibria, so only the pure ones are required.
        if analysis.degenerate is not None:
            self.remark = (
                "The game is degenerate: it also has infinitely many equilibria in mixed "
                "strategies, which are accepted but not required."
            )
        elif analysis.extreme is None:
            self.remark = f"In pure strategies; mixed ones: {analysis.unsolved}"
        self.right = tuple(played.mixes for played in required)
        self._token = _compile_token(self.game)

    def read_text(self, answer: str) -> PartReading:
        """Read pairs of strategies, or mixes of the players, or "none"."""
        text = clean_text(answer).replace("**", "").translate(_BRACKETS)
        if says_none(text):
            return PartReading(())
        text = _ITEM.sub("", _INTRODUCTION.sub("", text))
        remarks = [remark[0].strip() for remark in _PAYOFFS.finditer(text)]
        text = _PAYOFFS.sub("", text)
        claim = self._scan(text)
        if claim is not None:
            return PartReading(claim, unread_texts(answer, remarks))
        entries = [(entry.strip(" ,"), self._scan(entry)) for entry in _BETWEEN_PAIRS.split(text)]
        unread = [*remarks, *(entry for entry, mixes in entries if mixes is None and entry)]
        read = [mixes for _, pairs in entries for mixes in pairs or ()]
        return PartReading(tuple(read) or None, unread_texts(answer, unread))

    def _scan(self, text: str) -> tuple[_Mixes, ...] | None:
        """Return the equilibria in a text that has nothing else; None if it has, or has none.

        A player's mix is complete when its probabilities sum to 1, and an equilibrium is when both
        mixes are. So brackets, commas and words between them need not tell where one ends.
        """
        claim: list[_Mixes] = []
        weights = _start_mixes()
        labelled: Side | None = None
        at = 0
        while at < len(text):
            token = self._token.match(text, at)
            if token is None:
                return None
            at = token.end()
            if token["player"]:
                labelled = find_side(self.game, token["player"])
            for name, weight in self._list_strategies(token):
                sides = self.game.order if labelled is None else (labelled,)
                side = next((side for side in sides if self._is_open(side, name, weights)), None)
                if side is None:
                    return None
                weights[side][find_strategy(self.game, side, name)] = weight
                if sum(weights[side].values()) > 1 + self._error:
                    return None
            if all(map(self._is_complete, weights.values())):
                rows, columns = (
                    tuple(weights[side].get(own, Fraction()) for own in range(self.game.size(side)))
                    for side in Side
                )
                claim.append((rows, columns))
                weights, labelled = _start_mixes(), None
        return tuple(claim) if claim and not any(weights.values()) else None

    @property
    def _error(self) -> float:
        """How far the sum of the probabilities of a mix may be from 1."""
        return max(_ROUNDED, 2 * (self.tolerance or 0))

    def _is_complete(self, mix: _Mix) -> bool:
        return sum(mix.values()) >= 1 - self._error

    def _is_open(self, side: Side, name: str, weights: Mapping[Side, _Mix]) -> bool:
        """Return whether a player can play a strategy besides those that were read."""
        own = find_strategy(self.game, side, name)
        is_new = own is not None and own not in weights[side]
        return is_new and not self._is_complete(weights[side])

    def _list_strategies(self, token: re.Match[str]) -> Iterator[tuple[str, Fraction | float]]:
        """Yield the strategies of a token with their probabilities; a name of none if unknown."""
        name = token["of"] or token["with"] or token["name"]
        if name:
            weight = token["weight_of"] or token["weight_with"]
            yield name, _read_probability(weight) if weight else Fraction(1)
        elif word := token["word"]:
            # Both strategies in one word, such as 2a.
            cuts = range(1, len(word) if len(word) <= _LONGEST_WORD else 1)
            halves = [(word[:cut], word[cut:]) for cut in cuts]
            first, second = self.game.order
            pairs = [
                pair
                for pair in halves
                for sides in ((first, second), (second, first))
                if all(
                    find_strategy(self.game, side, half) is not None
                    for side, half in zip(sides, pair, strict=True)
                )
            ]
            yield from ((half, Fraction(1)) for half in (pairs[0] if len(pairs) == 1 else (word,)))

    def entries(self, claim: tuple[_Mixes, ...]) -> list[str]:
        """Return pairs such as `(2, a)`, or the mixes by player if a player mixes."""
        return list(map(self._show_mixes, claim))

    def _show_mixes(self, mixes: _Mixes) -> str:
        texts = {side: self._show_mix(side, mixes[side]) for side in self.game.order}
        if all(max(mix) == 1 for mix in mixes):
            return f"({', '.join(texts.values())})"
        return ", ".join(f"{self.game.chooser(side).name}: {text}" for side, text in texts.items())

    def _show_mix(self, side: Side, mix: _Weights) -> str:
        names = self.game.chooser(side).strategies
        weights = [(weight, name) for weight, name in zip(mix, names, strict=True) if weight]
        if len(weights) == 1:
            return weights[0][1]
        shown = (
            (str(weight) if isinstance(weight, Fraction) else show_number(weight), name)
            for weight, name in weights
        )
        return " + ".join(f"{weight} of {name}" for weight, name in shown)

    # Grading --------------------------------------------------------------------------------

    def statements(self, claim: tuple[_Mixes, ...]) -> list[Statement]:
        """Return the equilibria without those that are right but not required."""
        return [
            Statement(mixes, True)
            for mixes in self._find_meant(claim)
            if mixes in self.right or not self._normalize(mixes).is_equilibrium
        ]

    def _find_meant(self, claim: tuple[_Mixes, ...]) -> Collection[_Mixes]:
        """Return the profiles of a claim, each once: the right one that a rounded one means."""
        return dict.fromkeys(
            next((right for right in self.right if self._is_near(mixes, right)), mixes)
            for mixes in claim
        )

    def _is_near(self, typed: _Mixes, right: _Mixes) -> bool:
        """Return whether all probabilities are right, rounded as they are written."""
        return all(
            agrees_as_written(
                mine if isinstance(mine, float) else float(mine), float(due), self.tolerance
            )
            for mix, right_mix in zip(typed, right, strict=True)
            for mine, due in zip(mix, right_mix, strict=True)
        )

    def _normalize(self, mixes: _Mixes) -> Profile:
        """Return a profile whose probabilities sum to 1."""
        exact = (
            [
                exact_fraction(float(weight)) if isinstance(weight, float) else weight
                for weight in mix
            ]
            for mix in mixes
        )
        rows, columns = (tuple(weight / sum(mix) for weight in mix) for mix in exact)
        return Profile.from_mixes(self.game, rows, columns)

    def message(self, claim: tuple[_Mixes, ...], tally: Tally) -> str:
        """List what is wrong, and count what is missing or not required."""
        right = len(tally.right)
        missing = len(self.right) - right
        further = len(self._find_meant(claim)) - right - len(tally.wrong)
        wrong = {statement.place for statement in tally.wrong}
        named = [profile(self.game, self._normalize(mixes)) for mixes in claim if mixes in wrong]
        details = [f"{right} of {len(self.right)} found"]
        details += [f"{name} is not an equilibrium" for name in named[:_MOST_NAMED]]
        if further:
            details.append(f"{show_count(further, 'more is', 'more are')} right but not required")
        if missing:
            details.append(f"{show_count(missing, 'is', 'are')} missing")
        return "; ".join(details)


class _Value(OneFact[float]):
    name = "utility"
    about = "the value of the game for the player who chooses a row"

    def __init__(self, analysis: MatrixAnalysis, tolerance: float | None) -> None:
        solved = analysis.constant_sum
        assert solved is not None, "only for such games"
        self.tolerance = tolerance
        self._exact = solved.solution.value
        self.right = float(self._exact)

    def read_text(self, text: str) -> PartReading:
        """Read a number, optionally after "value ="."""
        return only_answer(text, _read_value)

    def entries(self, claim: float) -> list[str]:
        """Return the number; the right one is exact."""
        return [str(self._exact) if claim == self.right else show_number(claim)]


_VALUE: Final = Numbers(labels=("value of the game", "game value", "game"))


def _read_value(text: str) -> float | None:
    try:
        return _VALUE.read(text)[0]
    except InvalidInput:
        return None


def _start_mixes() -> dict[Side, _Mix]:
    return {side: {} for side in Side}


def _compile_token(game: NormalForm) -> re.Pattern[str]:
    """Return the pattern of a player, a strategy with or without its probability, and a word."""
    names = join_names(name for side in Side for name in game.chooser(side).strategies)
    strategy = rf"(?:{names})(?!\w)"
    return re.compile(
        rf"{player_pattern(game)}"
        rf"|(?P<weight_of>{WEIGHT})\s?[*×·]?\s?(?:of\s)?(?P<of>{strategy})"
        rf"|(?P<with>{strategy})\s?(?:(?:with|[:=])\s?(?:probability\s)?)?(?P<weight_with>{WEIGHT})"
        rf"|(?P<name>{strategy})|{_NEUTRAL}|(?P<word>\w+)",
        re.IGNORECASE,
    )


def _read_probability(text: str) -> Fraction | float:
    if "/" in text:
        return exact_number("".join(text.split()))
    if "%" in text:
        text = str(Decimal(text.strip("% ")).scaleb(-2))
    return parse_typed_number(text)
