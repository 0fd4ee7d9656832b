"""Payoff matrices: dominated and dominant strategies, equilibria, and the value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final, TypeAlias

from engine.errors import InvalidInput
from engine.matrix.equilibria import Mix, Profile
from engine.matrix.game import NormalForm, Side
from tracer.marking.facts.grader import FactPart, clean_text, unread_texts
from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import profile
from tracer.questions.base import PartReading, Tally
from tracer.questions.typed_text import is_none
from tracer.text.numbers import agrees_as_written, parse_typed_number, show_number
from trees.text import exact_number

#: Tolerance for probabilities that were typed with few digits.
_ROUNDED: Final = Fraction(1, 200)
_SEPARATOR: Final = re.compile(r"[;\n]+|,(?![^()\[\]]*[)\]])")
#: Texts that mean "none" for both players.
_NONE_AT_ALL: Final = re.compile(
    r"(?:none|nothing|neither|-|no|there (?:is|are) none|none of them)(?:\s+(?:for|of)"
    r"\s+(?:both|either|them)(?:\s+players?)?|\s+players?)?"
    r"|(?:there (?:is|are) )?no (?:strictly |weakly )?(?:dominant|dominated) strateg(?:y|ies)",
    re.IGNORECASE,
)
#: Words between the strategies of a list, and before the first.
_BETWEEN: Final = frozenset({"and", "&", "und"})
_BEFORE: Final = frozenset(
    {"row", "column", "strategy", "strategies", "action", "actions", "move", "the"}
)
#: Words of alternatives and denials, which are not answers; 1/2 is a number, a/b are alternatives.
_DOUBT: Final = re.compile(
    r"\b(?:or|not|no|maybe|perhaps|either|neither|unless|if|wrong|unsure)\b|n't|\?|(?<!\d)/|/(?!\d)"
)
#: A player's name with its sign, in a pair.
_NAMED: Final = re.compile("[:=]")
#: What may precede the value of a game.
_OF_VALUE: Final = re.compile(
    r"(?:the\s)?(?:(?:game\s)?value|utility|v)(?:\sof\sthe\sgame)?\s?(?:is\s|[=:]\s?)",
    re.IGNORECASE,
)

_ByStrategy: TypeAlias = dict[tuple[Side, int], str]
_Mixes: TypeAlias = tuple[tuple[Mix, Mix], ...]

#: Between two equilibria.
_BETWEEN_PAIRS: Final = re.compile(
    r"[;\n]+|(?<=\))\s*,?\s*(?:(?:and|und)\b\s*|&\s*|\d{1,2}[.)]\s+)?(?=\()"
)
#: What stands around a list: brackets, and words such as "The equilibria are".
_LIST: Final = re.compile(r"(?:[^()\[\]{}<>\n]{0,60}\b(?:are|is):?\s*)?(?P<list>\S.*)", re.DOTALL)
#: The mark of an item of a list.
_ITEM: Final = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s+")
_BRACKETS: Final = str.maketrans("<>⟨⟩［］（）", "()()[]()")
#: A probability and its strategy, repeated.
_A_WEIGHT: Final = (
    r"(\d+(?:\s?/\s?\d+|\.\d+)?|\.\d+)\s?[*×·]?\s?(?:of\s)?([^\s\d+,*×·/.][^\s+,]*)(?:[\s+,]+|\Z)"
)
_WEIGHT: Final = re.compile(_A_WEIGHT)
_WEIGHTS: Final = re.compile(f"(?:{_A_WEIGHT})+")


def matrix_facts(
    analysis: MatrixAnalysis, tolerance: float | None = None
) -> dict[str, FactPart[Any]]:
    """Return the parts of a game in normal form."""
    parts: list[FactPart[Any]] = [
        _Dominated(analysis),
        _DominantOnes(analysis),
        _Equilibria(analysis, tolerance),
    ]
    if analysis.constant_sum is not None:
        parts.append(_Value(analysis, tolerance))
    return {part.name: part for part in parts}


class _OfPlayers(FactPart[_ByStrategy]):
    """A part about strategies of each player; a claim has the qualifier of each strategy."""

    #: Words that qualify a strategy, with their meanings.
    kinds: ClassVar[Mapping[str, str]] = {}
    #: What the strategies are, such as dominated.
    quality: ClassVar[str]

    def __init__(self, analysis: MatrixAnalysis) -> None:
        self.analysis = analysis
        self.game = analysis.game
        self.right = dict(self._right())

    def _right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        raise NotImplementedError

    def is_blank(self, given: Any) -> bool:
        """Return whether no strategies follow the players' names."""
        if isinstance(given, str):
            given = _players_of_text(self.game, clean_text(given)) or given
        if isinstance(given, Mapping):
            return not any(str(said or "").strip() for said in given.values())
        return super().is_blank(given)

    def read(self, given: Any) -> PartReading:
        """Read each player's strategies with their qualifiers, or "none"."""
        players = given
        if isinstance(given, str):
            text = clean_text(given)
            if _says_none(text):
                return PartReading({})
            players = _players_of_text(self.game, text)
        if not isinstance(players, Mapping) or not players:
            return PartReading(None, unread_texts(given, [str(given).strip()]))
        claim: dict[tuple[Side, int], str] = {}
        unread: list[str] = []
        is_read = False
        for name, listed in players.items():
            side = _side(self.game, str(name))
            texts = listed if isinstance(listed, list) else _SEPARATOR.split(str(listed or ""))
            for text in map(str, texts):
                found = None if side is None else self._strategies(side, text)
                if found is not None:
                    claim |= found
                    is_read = True
                elif text.strip():
                    unread.append(f"{name}: {text.strip()}" if side is None else text.strip())
            is_read = is_read or texts == []
        # That one player has none does not answer for the other one.
        is_read = is_read and bool(claim or not unread)
        return PartReading(claim if is_read else None, unread_texts(given, unread))

    def _strategies(self, side: Side, text: str) -> dict[tuple[Side, int], str] | None:
        """Return the strategies of an entry with their qualifier; None if it is not read."""
        if _says_none(text):
            return {}
        words = [word.strip("().{}[]*_") for word in text.split()]
        found: list[int] = []
        before: list[str] = []
        while words:
            at = _strategy(self.game, side, words[0])
            if at is not None:
                found.append(at)
            elif not found and any(sign in words[0].casefold() for sign in self.kinds):
                before.append(words[0])
            elif words[0].casefold() not in (_BETWEEN if found else _BEFORE):
                break
            words = words[1:]
        said = " ".join(before + words).casefold()
        if not found or _DOUBT.search(said):
            return None
        kind = next((meant for sign, meant in self.kinds.items() if sign in said), "")
        return dict.fromkeys(((side, one) for one in found), kind)

    def entries(self, claim: _ByStrategy) -> list[str]:
        """Return each player's strategies."""
        entries = []
        for side in self.game.order:
            chooser = self.game.chooser(side)
            listed = [
                f"{chooser.strategies[one]} {how}".strip()
                for (of, one), how in claim.items()
                if of is side
            ]
            entries.append(f"{chooser.name}: {', '.join(listed) or 'none'}")
        return entries

    def marked(self, claim: _ByStrategy) -> tuple[float, str]:
        """Grade all existing and claimed strategies."""
        wrong = [key for key in claim if key not in self.right]
        missing = [key for key in self.right if key not in claim]
        other = [
            key
            for key, kind in claim.items()
            if key in self.right and kind not in ("", self.right[key])
        ]
        good = len(claim) - len(wrong) - len(other)
        details = [f"{good} of {len(self.right)} right"]
        details += [f"{self._called(key)} is not {self.quality}" for key in wrong]
        details += [f"{self._called(key)} is {self.right[key]} {self.quality}" for key in other]
        details += [f"{self._called(key)} is missing" for key in missing]
        return Tally(len(self.right), good, len(wrong)).share(), "; ".join(details)

    def _called(self, key: tuple[Side, int]) -> str:
        chooser = self.game.chooser(key[0])
        return f"{chooser.name}'s {chooser.strategies[key[1]]}"

    def blank(self) -> Any:
        """Return the players, without strategies."""
        return {self.game.chooser(side).name: "" for side in self.game.order}


def _says_none(text: str) -> bool:
    plain = text.strip(" .").lower()
    return is_none(plain) or _NONE_AT_ALL.fullmatch(plain) is not None


class _Dominated(_OfPlayers):
    name = "dominance"
    quality = "dominated"
    about = "each player's dominated strategies, such as ANN: x weakly; BOB: none"
    kinds: ClassVar[Mapping[str, str]] = {"strict": "strictly", "weak": "weakly"}

    def _right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        for side in Side:
            for reason in self.analysis.dominated[side]:
                yield (side, reason.dominated), "strictly" if reason.strict else "weakly"


class _DominantOnes(_OfPlayers):
    name = "dominant"
    quality = "dominant"
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


class _Equilibria(FactPart[_Mixes]):
    name = "equilibria"
    is_list = True
    about = "the equilibria, such as (x, z); mixed ones as ANN: 1/4 of x + 3/4 of y, BOB: z"

    def __init__(self, analysis: MatrixAnalysis, tolerance: float | None) -> None:
        self.game = analysis.game
        self.error = _ROUNDED if tolerance is None else Fraction(tolerance)
        expected = analysis.pure
        if analysis.extreme is not None and analysis.degenerate is None:
            expected = analysis.extreme
        # A degenerate game has infinitely many equilibria, so only the pure ones are required.
        self.right = tuple(one.mixes for one in expected)

    def read(self, given: Any) -> PartReading:
        """Read pairs of strategies, or mixes of the players, or "none"."""
        entries = given if isinstance(given, list) else [given]
        pairs: list[Any] = []
        for entry in entries:
            if isinstance(entry, str):
                text = _listed(clean_text(entry).replace("**", ""))
                pairs += [_ITEM.sub("", one, 1) for one in self._pairs_in(text)]
            else:
                pairs.append(entry)
        claim: list[tuple[Mix, Mix]] = []
        unread: list[str] = []
        for pair in pairs:
            if isinstance(pair, str) and (_says_none(pair) or not pair.strip(" ,.")):
                continue
            try:
                claim.append(self._of_entry(pair))
            except (InvalidInput, ValueError):
                unread.append(str(pair).strip(" ,"))
        is_read = claim or not unread
        return PartReading(tuple(claim) if is_read else None, unread_texts(given, unread))

    def entries(self, claim: _Mixes) -> list[str]:
        """Return pairs such as `(2, a)`, or the mixes by player if a player mixes."""
        return [self._entry(mixes) for mixes in claim]

    def _entry(self, mixes: tuple[Mix, Mix]) -> str:
        by_side = dict(zip(Side, mixes, strict=True))
        texts = {side: self._mix_text(side, by_side[side]) for side in self.game.order}
        if all(max(mix) == 1 for mix in mixes):
            return f"({', '.join(texts.values())})"
        return ", ".join(f"{self.game.chooser(side).name}: {text}" for side, text in texts.items())

    def _mix_text(self, side: Side, mix: Mix) -> str:
        names = self.game.chooser(side).strategies
        weights = [(one, name) for one, name in zip(mix, names, strict=True) if one]
        if len(weights) == 1:
            return weights[0][1]
        return " + ".join(f"{weight} of {name}" for weight, name in weights)

    def marked(self, claim: _Mixes) -> tuple[float, str]:
        """Grade all required and wrongly claimed equilibria."""
        found: set[tuple[Mix, Mix]] = set()
        wrong: list[Profile] = []
        further = 0
        for mixes in claim:
            near = next((one for one in self.right if _near(one, mixes, self.error)), None)
            if near is not None:
                found.add(near)
                continue
            claimed = Profile.from_mixes(self.game, *mixes)
            if claimed.is_equilibrium:
                further += 1
            else:
                wrong.append(claimed)
        missing = len(self.right) - len(found)
        details = [f"{len(found)} of {len(self.right)} found"]
        details += [f"{profile(self.game, one)} is not an equilibrium" for one in wrong[:4]]
        if further:
            details.append(
                f"{further} more {'is' if further == 1 else 'are'} right but not required"
            )
        if missing:
            details.append(f"{missing} {'is' if missing == 1 else 'are'} missing")
        return Tally(len(self.right), len(found), len(wrong)).share(), "; ".join(details)

    def _of_entry(self, given: Any) -> tuple[Mix, Mix]:
        """Return the equilibrium of a mapping of players or of a text."""
        if isinstance(given, Mapping):
            return self._of_map(given)
        text = str(given)
        if _NAMED.search(text):
            return self._of_map(_players_of_text(self.game, text))
        return self._of_pair(text)

    def _of_pair(self, text: str) -> tuple[Mix, Mix]:
        """Read (2, a) or (1/3 x 2/3 y, z): strategies or mixes in the order of the players."""
        inner = text.strip(" ,.").removeprefix("(").removesuffix(")")
        halves = [half.strip() for half in re.split(r"[,;]", inner) if half.strip()]
        if len(halves) != 2:
            halves = [word for word in re.split(r"[\s,()\[\]]+", text) if word]
        first, second = self.game.order
        if len(halves) != 2:
            halves = self._joined(inner.strip())
        if len(halves) != 2:
            raise ValueError(text)
        if self._is_of(second, halves[0]) and not self._is_of(first, halves[0]):
            halves.reverse()  # (a, 2) can only be (2, a)
        mixes = {first: self._mix(first, halves[0]), second: self._mix(second, halves[1])}
        return mixes[Side.ROWS], mixes[Side.COLUMNS]

    def _pairs_in(self, text: str) -> Iterator[str]:
        """Yield the entries of a text; commas end those such as 2a, too."""
        for one in _BETWEEN_PAIRS.split(text):
            words = [word for word in re.split(r"\s*(?:,|&|\b(?:and|und)\b)\s*", one) if word]
            pairs = re.split(r",?\s*(?:&|\b(?:and|und)\b)\s*", one.strip())
            if all(map(self._joined, words)):
                yield from words
            else:
                yield from pairs if all(map(self._is_pair, pairs)) else [one.strip()]

    def _is_pair(self, text: str) -> bool:
        """Return whether a text has a strategy of each player: 2,a."""
        words = [word.strip() for word in text.strip("() ").split(",")]
        orders = (self.game.order, self.game.order[::-1])
        return len(words) == 2 and any(all(map(self._is_of, sides, words)) for sides in orders)

    def _joined(self, word: str) -> list[str]:
        """Return the strategies in a word such as 2a; empty if there is not just one way."""
        first, second = self.game.order
        halves = [(word[:at], word[at:]) for at in range(1, len(word))]
        found = [
            [one, other]
            for one, other in halves
            if (self._is_of(first, one) and self._is_of(second, other))
            or (self._is_of(second, one) and self._is_of(first, other))
        ]
        return found[0] if len(found) == 1 else []

    def _is_of(self, side: Side, word: str) -> bool:
        return _strategy(self.game, side, word) is not None

    def _of_map(self, given: Mapping[Any, Any]) -> tuple[Mix, Mix]:
        """Read a strategy or a mix for each player, by name."""
        mixes = {_side(self.game, str(name)): value for name, value in given.items()}
        rows, columns = (self._mix(side, mixes.get(side, "")) for side in Side)
        return rows, columns

    def _mix(self, side: Side, given: Any) -> Mix:
        size = self.game.size(side)
        if isinstance(given, Mapping):
            weights = [(str(name), _probability(value)) for name, value in given.items()]
        else:
            weights = list(_weights_of_text(str(given)))
        mix = [Fraction()] * size
        for name, weight in weights:
            at = _strategy(self.game, side, name)
            if at is None:
                raise ValueError(name)
            mix[at] += weight
        total = sum(mix, Fraction())
        if abs(total - 1) > 2 * max(_ROUNDED, self.error):
            raise ValueError(given)
        return tuple(weight / total for weight in mix)


class _Value(FactPart[float]):
    name = "utility"
    about = "the value of the game for the player who chooses a row"

    def __init__(self, analysis: MatrixAnalysis, tolerance: float | None) -> None:
        self.tolerance = tolerance
        solved = analysis.constant_sum
        assert solved is not None, "only for such games"
        self._exact = solved.solution.value
        self.right = float(self._exact)

    def read(self, given: Any) -> PartReading:
        """Read a number, optionally after "value ="."""
        text = clean_text(given) if isinstance(given, str) else given
        try:
            bare = _OF_VALUE.sub("", text, 1) if isinstance(text, str) else text
            return PartReading(parse_typed_number(bare))
        except InvalidInput:
            return PartReading(None, unread_texts(given, [str(text)]))

    def entries(self, claim: float) -> list[str]:
        """Return the number; the right one is exact."""
        return [str(self._exact) if claim == self.right else show_number(claim)]

    def marked(self, claim: float) -> tuple[float, str]:
        """Return 1 if the value is right, else 0, with a message."""
        if agrees_as_written(claim, self.right, self.tolerance):
            return 1.0, f"{show_number(claim)} is right"
        return 0.0, f"the value is {show_number(self.right)}, not {show_number(claim)}"


def _near(one: tuple[Mix, Mix], other: tuple[Mix, Mix], error: Fraction) -> bool:
    return all(
        abs(mine - right) <= error
        for mix, right_mix in zip(one, other, strict=True)
        for mine, right in zip(mix, right_mix, strict=True)
    )


def _listed(text: str) -> str:
    """Return a list without the brackets around it and the words before it."""
    text = text.translate(_BRACKETS).strip(" .\n")
    found = _LIST.fullmatch(text)
    text = found["list"] if found else text
    if (text[:1], text[-1:]) in {("{", "}"), ("[", "]")}:
        return text[1:-1]
    return text[1:-1] if text.startswith("((") and text.endswith("))") else text


def _names_of(game: NormalForm, side: Side) -> set[str]:
    """Return the names of a player: its own, and its place in the order of the players."""
    place = game.order.index(side)
    others = {game.chooser(one).name.casefold() for one in Side if one is not side}
    called = {f"player {place + 1}", f"player {('one', 'two')[place]}", f"p{place + 1}"}
    return {game.chooser(side).name.casefold(), *(called - others)}


def _side(game: NormalForm, name: str) -> Side | None:
    """Return the player of a name; None if there is none."""
    plain = " ".join(name.split()).casefold()
    return next((side for side in Side if plain in _names_of(game, side)), None)


def _strategy(game: NormalForm, side: Side, word: str) -> int | None:
    """Return the index of a player's strategy; None if there is none of that name."""
    plain = word.strip().casefold()
    names = (name.casefold() for name in game.chooser(side).strategies)
    return next((at for at, name in enumerate(names) if name == plain), None)


def _players_of_text(game: NormalForm, text: str) -> dict[str, str]:
    """Return the text after each player's name; empty if it begins with no player."""
    known = sorted((name for side in Side for name in _names_of(game, side)), reverse=True)
    names = "|".join(map(re.escape, known))
    parts = re.split(rf"\b({names})(?:'s [a-z ]{{1,40}})?\s*[:=→]", text, flags=re.IGNORECASE)
    if len(parts) < 3 or parts[0].strip(" ,;\n-*•([{"):
        return {}
    said = (re.sub(r"\s[-*•]\s*\Z", "", one).strip(" ,;\n)].") for one in parts[2::2])
    braces = str.maketrans("", "", "{}")
    return {name: one.translate(braces) for name, one in zip(parts[1::2], said, strict=True)}


def _weights_of_text(text: str) -> Iterator[tuple[str, Fraction]]:
    """Read `a`, `2/3 of 2 + 1/3 of 3`, or `2 with 2/3 and 3 with 1/3`."""
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
            raise ValueError(part)
        yield words[1], _probability(words[0])


def _probability(given: Any) -> Fraction:
    weight = exact_number(str(given).strip().replace("−", "-"))
    if not 0 <= weight <= 1:
        raise ValueError(given)
    return weight
