"""Payoff matrices: dominated and dominant strategies, equilibria, and the value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from engine.errors import InvalidInput
from engine.matrix.game import NormalForm, Side
from engine.matrix.profiles import Mix, Profile
from tracer.check.facts.grader import FactPart
from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.wording import profile
from tracer.typed_numbers import nearly_equal, typed_number
from tracer.values import show_number
from trees.numbers import exact_number
from trees.quoting import quoted

__all__ = ["matrix_facts"]

#: How far a probability may be off that was typed with few digits.
_ROUNDED: Final = Fraction(1, 200)
_SEPARATOR: Final = re.compile(r"[;\n]+|,(?![^()\[\]]*[)\]])")
_NONE: Final = frozenset({"", "none", "no", "-", "–", "nothing", "[]", "n/a", "no one", "nobody"})
#: Neither player has any.
_NONE_AT_ALL: Final = re.compile(
    r"(?:none|nothing|neither|-|no|there (?:is|are) none)(?:\s+(?:for|of)\s+(?:both|either|them)"
    r"(?:\s+players?)?|\s+players?)?|no (?:dominant|dominated) strateg(?:y|ies)",
    re.IGNORECASE,
)
#: What stands between the strategies of a list.
_BETWEEN: Final = frozenset({"and", "&", "und"})
#: Entries that are named where they could not be read.
_MOST_UNREAD: Final = 4


#: Between two equilibria.
_BETWEEN_PAIRS: Final = re.compile(r"[;\n]+|(?<=\))\s*,?\s*(?:and\s*)?(?=\()")
#: A probability with what it is of, one after another.
_A_WEIGHT: Final = (
    r"(\d+(?:\s?/\s?\d+|\.\d+)?|\.\d+)\s?[*×·]?\s?(?:of\s)?([^\s\d+,*×·/.][^\s+,]*)(?:[\s+,]+|\Z)"
)
_WEIGHT: Final = re.compile(_A_WEIGHT)
_WEIGHTS: Final = re.compile(f"(?:{_A_WEIGHT})+")


def matrix_facts(analysis: MatrixAnalysis) -> dict[str, FactPart]:
    """The parts that can be asked of a game in normal form."""
    parts: list[FactPart] = [_Dominated(analysis), _DominantOnes(analysis), _Equilibria(analysis)]
    if analysis.constant_sum is not None:
        parts.append(_Value(analysis))
    return {part.name: part for part in parts}


class _OfPlayers(FactPart):
    """Strategies of each player."""

    #: Words that say how, with what they mean.
    kinds: ClassVar[Mapping[str, str]] = {}

    def __init__(self, analysis: MatrixAnalysis) -> None:
        self.analysis = analysis
        self.game = analysis.game
        self.right = dict(self._right())

    def _right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        raise NotImplementedError

    def is_blank(self, given: Any) -> bool:
        """Whether nothing stands behind the players' names."""
        if isinstance(given, str):
            try:
                given = dict(_players_of_text(self.game, given))
            except InvalidInput:
                return not given.strip()
        if isinstance(given, Mapping):
            return not any(str(said or "").strip() for said in given.values())
        return super().is_blank(given)

    def marked(self, given: Any) -> tuple[float, str]:
        """Right ones of those that there are and those that are claimed."""
        unread: list[InvalidInput] = []
        claim = dict(self._claims(given, unread))
        if unread and not claim:
            raise unread[0]
        wrong = [key for key in claim if key not in self.right]
        missing = [key for key in self.right if key not in claim]
        other = [
            key
            for key, kind in claim.items()
            if key in self.right and kind not in ("", self.right[key])
        ]
        good = len(claim) - len(wrong) - len(other)
        total = len(self.right) + len(wrong) + len(unread)
        told = [f"{good} of {len(self.right)} right"]
        told += [str(error) for error in unread[:_MOST_UNREAD]]
        told += [f"{self._called(key)} is not" for key in wrong]
        told += [f"{self._called(key)} is so {self.right[key]}" for key in other]
        told += [f"{self._called(key)} is missing" for key in missing]
        return (good / total if total else 1.0), "; ".join(told)

    def _called(self, key: tuple[Side, int]) -> str:
        chooser = self.game.chooser(key[0])
        return f"{chooser.name}'s {chooser.strategies[key[1]]}"

    def _claims(
        self, given: Any, unread: list[InvalidInput]
    ) -> Iterator[tuple[tuple[Side, int], str]]:
        """Each strategy with how it is said to be so; what names none is put among the unread."""
        if isinstance(given, str):
            is_none = _NONE_AT_ALL.fullmatch(given.strip(" ."))
            given = {} if is_none else dict(_players_of_text(self.game, given))
        if not isinstance(given, Mapping):
            raise InvalidInput(f"{given!r:.60} as the {self.name}", expected=self.about)
        for name, listed in given.items():
            side = _side(self.game, str(name))
            texts = listed if isinstance(listed, list) else _SEPARATOR.split(str(listed or ""))
            for text in texts:
                if str(text).strip(" .").lower() in _NONE:
                    continue
                try:
                    strategies, said = self._strategies(side, str(text))
                except InvalidInput as error:
                    unread.append(error)
                    continue
                kind = next((meant for sign, meant in self.kinds.items() if sign in said), "")
                yield from (((side, one), kind) for one in strategies)

    def _strategies(self, side: Side, text: str) -> tuple[list[int], str]:
        """The strategies that an entry begins with, and what is said of them.

        Raises:
            InvalidInput: it begins with none.
        """
        words = text.split()
        found: list[int] = []
        while words:
            word = words[0].strip("().")
            if found and word.casefold() not in _BETWEEN and not self._is_strategy(side, word):
                break
            if word.casefold() not in _BETWEEN or self._is_strategy(side, word):
                found.append(_strategy(self.game, side, word))
            words = words[1:]
        return found, " ".join(words).lower()

    def _is_strategy(self, side: Side, word: str) -> bool:
        names = self.game.chooser(side).strategies
        return word.casefold() in [name.casefold() for name in names]

    def blank(self) -> Any:
        """The players, without their strategies."""
        return {self.game.chooser(side).name: "" for side in self.game.order}


class _Dominated(_OfPlayers):
    name = "dominance"
    about = "each player's dominated strategies, such as ANN: x weakly; BOB: none"
    kinds: ClassVar[Mapping[str, str]] = {"strict": "strictly", "weak": "weakly"}

    def _right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        for side in Side:
            for reason in self.analysis.dominated[side]:
                yield (side, reason.dominated), "strictly" if reason.strict else "weakly"


class _DominantOnes(_OfPlayers):
    name = "dominant"
    about = "each player's dominant strategies, such as ANN: y strictly; BOB: none"
    kinds: ClassVar[Mapping[str, str]] = {
        "strict": "strictly",
        "very": "very weakly",
        "weak": "weakly",
    }

    def _right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        for side in Side:
            for strategy, how in self.analysis.dominant[side]:
                yield (side, strategy), how.value


class _Equilibria(FactPart):
    name = "equilibria"
    about = "the equilibria, such as (x, z); mixed ones as ANN: 1/4 of x + 3/4 of y, BOB: z"

    def __init__(self, analysis: MatrixAnalysis) -> None:
        self.game = analysis.game
        owed = analysis.pure
        if analysis.extreme is not None and analysis.degenerate is None:
            owed = analysis.extreme
        # Of the endless equilibria of a degenerate game, only the pure ones can be asked for.
        self.owed = {one.mixes: one for one in owed}

    def marked(self, given: Any) -> tuple[float, str]:
        """Those that are owed and found, of them and those that are none."""
        found: set[tuple[Mix, Mix]] = set()
        wrong: list[Profile] = []
        further = 0
        unread: list[InvalidInput] = []
        for mixes in self._claims(given, unread):
            near = next((one for one in self.owed if _near(one, mixes)), None)
            if near is not None:
                found.add(near)
                continue
            claimed = Profile.of(self.game, *mixes)
            if claimed.is_equilibrium:
                further += 1
            else:
                wrong.append(claimed)
        if unread and not (found or wrong or further):
            raise unread[0]
        missing = len(self.owed) - len(found)
        told = [f"{len(found)} of {len(self.owed)} found"]
        told += [f"{profile(self.game, one)} is no equilibrium" for one in wrong[:4]]
        told += [str(error) for error in unread[:_MOST_UNREAD]]
        if further:
            told.append(f"{further} more are right, and not asked for")
        if missing:
            told.append(f"{missing} {'is' if missing == 1 else 'are'} missing")
        total = len(self.owed) + len(wrong) + len(unread)
        return (len(found) / total if total else 1.0), "; ".join(told)

    def _claims(self, given: Any, unread: list[InvalidInput]) -> Iterator[tuple[Mix, Mix]]:
        """Each equilibrium that can be read; of the others, why they cannot."""
        if isinstance(given, list):
            for item in given:
                yield from self._claims(item, unread)
            return
        entries: list[Any] = [given]
        if not isinstance(given, Mapping):
            split = _BETWEEN_PAIRS.split(str(given))
            entries = [one for one in split if one.strip(" ,.").lower() not in _NONE]
        for entry in entries:
            try:
                yield self._of_entry(entry)
            except InvalidInput as error:
                unread.append(error)

    def _of_entry(self, given: Any) -> tuple[Mix, Mix]:
        """An equilibrium as a map of the players, or as a text."""
        if isinstance(given, Mapping):
            return self._of_map(given)
        text = str(given)
        return (
            self._of_map(dict(_players_of_text(self.game, text)))
            if ":" in text
            else (self._of_pair(text))
        )

    def _of_pair(self, text: str) -> tuple[Mix, Mix]:
        """(2, a) or (1/3 x 2/3 y, z): strategies or mixes in the order of the players."""
        inner = text.strip(" ,.").removeprefix("(").removesuffix(")")
        halves = [half.strip() for half in re.split(r"[,;]", inner) if half.strip()]
        if len(halves) != 2:
            halves = [word for word in re.split(r"[\s,()\[\]]+", text) if word]
        if len(halves) != 2:
            raise InvalidInput(f"{quoted(text.strip())} as an equilibrium", expected=self.about)
        first, second = self.game.order
        mixes = {first: self._mix(first, halves[0]), second: self._mix(second, halves[1])}
        return mixes[Side.ROWS], mixes[Side.COLUMNS]

    def _of_map(self, given: Mapping[Any, Any]) -> tuple[Mix, Mix]:
        """A strategy or a mix for each player, by name."""
        mixes = {_side(self.game, str(name)): value for name, value in given.items()}
        if len(mixes) != 2:
            raise InvalidInput(f"{given!r:.60} as an equilibrium", expected=self.about)
        rows, columns = (self._mix(side, mixes[side]) for side in Side)
        return rows, columns

    def _mix(self, side: Side, given: Any) -> Mix:
        size = self.game.size(side)
        if isinstance(given, Mapping):
            weights = [(str(name), _probability(value)) for name, value in given.items()]
        else:
            weights = list(_weights_of_text(str(given)))
        mix = [Fraction()] * size
        for name, weight in weights:
            mix[_strategy(self.game, side, name)] += weight
        total = sum(mix, Fraction())
        if abs(total - 1) > 2 * _ROUNDED:
            raise InvalidInput(
                f"the probabilities of {self.game.chooser(side).name} sum to {float(total):g}",
                expected="a sum of 1",
            )
        return tuple(weight / total for weight in mix)

    def blank(self) -> Any:
        """Nothing yet."""
        return []


class _Value(FactPart):
    name = "utility"
    about = "the value of the game for the player who chooses a row"

    def __init__(self, analysis: MatrixAnalysis) -> None:
        solved = analysis.constant_sum
        assert solved is not None, "asked only of such games"
        self.value = float(solved.solution.value)

    def marked(self, given: Any) -> tuple[float, str]:
        """All or nothing."""
        claim = typed_number(given)
        if nearly_equal(claim, self.value):
            return 1.0, f"{show_number(claim)} is right"
        return 0.0, f"the value is {show_number(self.value)}, not {show_number(claim)}"

    def blank(self) -> Any:
        """Nothing yet."""
        return ""


def _near(one: tuple[Mix, Mix], other: tuple[Mix, Mix]) -> bool:
    return all(
        abs(mine - right) <= _ROUNDED
        for mix, right_mix in zip(one, other, strict=True)
        for mine, right in zip(mix, right_mix, strict=True)
    )


def _side(game: NormalForm, name: str) -> Side:
    for side in Side:
        if name.strip().casefold() == game.chooser(side).name.casefold():
            return side
    names = " or ".join(game.chooser(side).name for side in game.order)
    raise InvalidInput(f"there is no player {quoted(name)}", expected=names)


def _strategy(game: NormalForm, side: Side, word: str) -> int:
    strategies = game.chooser(side).strategies
    for at, name in enumerate(strategies):
        if word.strip().casefold() == name.casefold():
            return at
    raise InvalidInput(
        f"{game.chooser(side).name} has no strategy {quoted(word)}", expected=", ".join(strategies)
    )


def _players_of_text(game: NormalForm, text: str) -> Iterator[tuple[str, str]]:
    """What stands behind each player's name and a colon."""
    names = "|".join(re.escape(game.chooser(side).name) for side in Side)
    parts = re.split(rf"({names})\s*[:=]", text, flags=re.IGNORECASE)
    if len(parts) < 3 or parts[0].strip(" ,;\n"):
        raise InvalidInput(
            f"{quoted(text.strip()[:60])}", expected="each player's name, a colon, and strategies"
        )
    for name, said in zip(parts[1::2], parts[2::2], strict=True):
        yield name, said.strip(" ,;\n")


def _weights_of_text(text: str) -> Iterator[tuple[str, Fraction]]:
    """`a`, or `2/3 of 2 + 1/3 of 3`, `2 with 2/3 and 3 with 1/3`."""
    if _WEIGHTS.fullmatch(text.strip()):  # 2/3 x 1/3 y
        for weight, name in _WEIGHT.findall(text.strip()):
            yield name, _probability("".join(weight.split()))
        return
    parts = [part.strip() for part in re.split(r"\+|\band\b|,", text) if part.strip()]
    if len(parts) == 1 and len(parts[0].split()) == 1:
        yield parts[0], Fraction(1)
        return
    for part in parts:
        words = [word for word in part.split() if word.lower() not in ("of", "×", "*", "·")]
        if "with" in [word.lower() for word in words]:
            at = [word.lower() for word in words].index("with")
            words = [*words[at + 1 :], *words[:at]]
        if len(words) != 2:
            raise InvalidInput(f"{quoted(part)} in a mix", expected="such as 2/3 of a + 1/3 of b")
        yield words[1], _probability(words[0])


def _probability(given: Any) -> Fraction:
    weight = exact_number(str(given).strip().replace("−", "-"))
    if not 0 <= weight <= 1:
        raise InvalidInput(f"the probability {given}", expected="one from 0 to 1")
    return weight
