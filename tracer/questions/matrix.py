"""Items of payoff matrices: dominated and dominant strategies, equilibria, and the value."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Final, TypeAlias

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
    merge_entries,
    unread_texts,
)
from tracer.questions.forms import Numbers
from tracer.questions.single_entries import only_answer
from tracer.questions.typed_text import is_none, without_reason, write_as_text
from tracer.text.numbers import NUMBER, agrees_as_written, parse_typed_number, show_number
from trees.text import exact_number

_SEPARATOR: Final = re.compile(r"[;\n]+|,(?![^()\[\]]*[)\]])")
#: Phrases that mean "none", besides those of every item.
_NONE_AT_ALL: Final = re.compile(
    r"(?:none|nothing|neither|no)(?:\s+(?:for|of)\s+(?:both|either|them)(?:\s+players?)?|\s+players?)?"
    r"|(?:there (?:is|are) )?no (?:strictly |weakly )?(?:dominant|dominated) strateg(?:y|ies)"
    r"|(?:no(?: strateg(?:y|ies))?|nothing|none(?: of them)?|neither) (?:is|are)"
    r" (?:strictly |weakly )?(?:dominant|dominated)",
    re.IGNORECASE,
)
#: Words before a strategy, and between the strategies of a list.
_BEFORE: Final = r"(?:(?:rows?|columns?|strateg(?:y|ies)|actions?|moves?|the|both)\s)*"
_JOINT: Final = r"(?:[\s,.&]|(?:and|und)\b)+"
#: Between a strategy and a remark about it.
_GAP: Final = r"[\s,():–-]+"
_KIND: Final = r"(?:very\s)?(?:strict|weak)(?:ly)?"

_ByStrategy: TypeAlias = dict[tuple[Side, int], str]
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
#: Signs of Markdown and of sets around strategies.
_DECORATION: Final = re.compile(r"[*_{}\[\]]")
_BRACKETS: Final = str.maketrans("<>⟨⟩", "()()")
_WEIGHT: Final = (
    r"\d+(?:\.\d+)?\s?%|\d+\s?/\s?\d+|\d*\.\d+|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|[01](?=\s?(?:of\b|[*×·]))"
)
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
    items: list[FactItem[Any]] = [
        _Dominated(analysis),
        _DominantOnes(analysis),
    ]
    # Every game has an equilibrium, so if none is known, "none" would be wrong.
    if analysis.pure or not analysis.unsolved:
        items.append(_Equilibria(analysis, tolerance))
    if analysis.constant_sum is not None:
        items.append(_Value(analysis, tolerance))
    return {item.name: item for item in items}


class _OfPlayers(FactItem[_ByStrategy]):
    """An item about strategies of each player; a claim has the qualifier of each strategy."""

    #: Words that qualify a strategy, with their meanings.
    kinds: ClassVar[Mapping[str, str]] = {}
    #: What the strategies are, such as dominated.
    quality: ClassVar[str]

    def __init__(self, analysis: MatrixAnalysis) -> None:
        self.analysis = analysis
        self.game = analysis.game
        self.right = dict(self._list_right())
        self._statements = {
            side: _compile_statement(self.game, side, self.quality) for side in Side
        }

    def _list_right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        raise NotImplementedError

    def is_blank(self, answer: Any) -> bool:
        """Return whether no strategies follow the players' names."""
        players = _split_by_player(self.game, clean_text(write_as_text(answer)))
        is_form = bool(players) and not any(text for _, text in players)
        return is_form or super().is_blank(answer)

    def is_plainly_this(self, line: str, rules: None) -> bool:
        """Return whether a line answers for each player: "Player 1: 3, Player 2: none"."""
        players = {*_list_players(self.game, line)}
        return players == {*self.game.order} and self.reads_wholly(line, rules)

    def continues(self, above: Sequence[str], line: str, rules: None) -> bool:
        """Return whether a line does not begin again with a player behind the other one."""
        listed = _list_players(self.game, "\n".join(above))
        again = _list_players(self.game, line)
        return not (listed and again) or again[0] == listed[-1] or again[0] not in listed

    def read_text(self, answer: str) -> PartReading:
        """Read each player's strategies with their qualifiers, or "none"."""
        text = clean_text(answer)
        if _says_none(text):
            return PartReading({})
        by_player = _split_by_player(self.game, text)
        listed = [
            (side, *without_reason(entry.strip()))
            for side, entries in by_player
            for entry in _SEPARATOR.split(entries)
        ]
        entries = [
            (entry, self._read_strategies(side, entry)) for side, entry, _ in listed if entry
        ]
        read = [(strategies, entry) for entry, strategies in entries if strategies is not None]
        claim, contradicted = merge_entries(read)
        unread = [entry for entry, strategies in entries if strategies is None] + contradicted
        unread += [reason for *_, reason in listed if reason]
        # That one player has none does not answer for the other one.
        is_partial = bool(unread) or len({side for side, _ in by_player}) < len(Side)
        if not read or (is_partial and not claim):
            return PartReading(None, unread_texts(answer, unread or [text]))
        return PartReading(claim, unread_texts(answer, unread))

    def _read_strategies(self, side: Side, text: str) -> _ByStrategy | None:
        """Return the strategies of an entry with their qualifiers; None if it is not read.

        All of it must be statements, such as "1 is weakly dominated by 3 and 2 by 3".
        """
        if _says_none(text):
            return {}
        text = _DECORATION.sub("", text).strip(" .")
        said: list[tuple[_ByStrategy, str]] = []
        at = 0
        while at < len(text):
            statement = self._statements[side].match(text, at)
            named = self._find_named(side, statement) if statement else ()
            if statement is None or not named:
                return None
            kinds = {statement[group] for group in ("before", "after", "how", "behind")} - {None}
            kind = " ".join(kinds).casefold()
            meant = next((meant for sign, meant in self.kinds.items() if sign in kind), "")
            said.append((dict.fromkeys(((side, own) for own in named), meant), text))
            at = statement.end()
            if len(kinds) > 1:
                return None
        claim, contradicted = merge_entries(said)
        return None if contradicted else claim

    def _find_named(self, side: Side, statement: re.Match[str]) -> set[int]:
        """Return the strategies that a statement says to be so; empty if none."""
        return self._list_strategies(side, statement["named"] or statement["worse"])

    def _list_strategies(self, side: Side, text: str) -> set[int]:
        names = re.findall(_strategy_pattern(self.game, side), text, re.IGNORECASE)
        return {own for name in names if (own := _find_strategy(self.game, side, name)) is not None}

    def entries(self, claim: _ByStrategy) -> list[str]:
        """Return each player's strategies."""
        entries = []
        for side in self.game.order:
            chooser = self.game.chooser(side)
            listed = [
                f"{chooser.strategies[own]} {kind}".strip()
                for (of, own), kind in claim.items()
                if of is side
            ]
            entries.append(f"{chooser.name}: {', '.join(listed) or 'none'}")
        return entries

    def statements(self, claim: _ByStrategy) -> list[Statement]:
        return [Statement(strategy, kind) for strategy, kind in claim.items()]

    def agrees(self, said: str, fact: str) -> bool:
        """Return whether a qualifier is right; it may be left out."""
        return said in ("", fact)

    def message(self, claim: _ByStrategy, tally: Tally) -> str:
        """List what is wrong and what is missing."""
        wrong: list[Any] = [statement.place for statement in tally.wrong]
        due = len(self.right)
        details = [
            f"{len(tally.right)} of {due} right" if due else f"no strategy is {self.quality}"
        ]
        details += [
            f"{self._call(key)} is {self.right.get(key, 'not')} {self.quality}" for key in wrong
        ]
        details += [f"{self._call(key)} is missing" for key in self.right if key not in claim]
        return "; ".join(details)

    def _call(self, key: tuple[Side, int]) -> str:
        chooser = self.game.chooser(key[0])
        return f"{chooser.name}'s {chooser.strategies[key[1]]}"

    def blank(self, rules: None = None) -> Any:
        return {self.game.chooser(side).name: "" for side in self.game.order}


class _Dominated(_OfPlayers):
    name = "dominance"
    quality = "dominated"
    about = "each player's dominated strategies, such as ANN: x weakly; BOB: none"
    kinds: ClassVar[Mapping[str, str]] = {"strict": "strictly", "weak": "weakly"}

    def _list_right(self) -> Iterator[tuple[tuple[Side, int], str]]:
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

    def _list_right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        for side in Side:
            for strategy, how in self.analysis.dominant[side]:
                yield (side, strategy), how.value

    def _find_named(self, side: Side, statement: re.Match[str]) -> set[int]:
        """Return the strategies that are dominant, such as one that dominates all others."""
        if statement["named"]:
            return super()._find_named(side, statement)
        best, worse = (self._list_strategies(side, statement[way]) for way in ("better", "worse"))
        return best if len(best) == 1 and len(best | worse) == self.game.size(side) else set()


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
        if _says_none(text):
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
                labelled = _find_side(self.game, token["player"])
            for name, weight in self._list_strategies(token):
                sides = self.game.order if labelled is None else (labelled,)
                side = next((side for side in sides if self._is_open(side, name, weights)), None)
                if side is None:
                    return None
                weights[side][_find_strategy(self.game, side, name)] = weight
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
        own = _find_strategy(self.game, side, name)
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
                    _find_strategy(self.game, side, half) is not None
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
            are = "is" if further == 1 else "are"
            details.append(f"{further} more {are} right but not required")
        if missing:
            details.append(f"{missing} {'is' if missing == 1 else 'are'} missing")
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


def _says_none(text: str) -> bool:
    plain = text.strip(" .")
    return is_none(plain) or _NONE_AT_ALL.fullmatch(plain) is not None


def _list_names(game: NormalForm, side: Side) -> set[str]:
    """Return the names of a player: its own, and its place in the order of the players."""
    place = game.order.index(side)
    called = {f"player {place + 1}", f"player {('one', 'two')[place]}", f"p{place + 1}"}
    other = game.chooser(side.other).name.casefold()
    return {game.chooser(side).name.casefold(), *(called - {other})}


def _find_side(game: NormalForm, name: str) -> Side:
    plain = " ".join(name.split()).casefold()
    return next(side for side in Side if plain in _list_names(game, side))


def _find_strategy(game: NormalForm, side: Side, word: str) -> int | None:
    """Return the index of a player's strategy; None if there is none of that name."""
    plain = " ".join(word.split()).casefold()
    names = (name.casefold() for name in game.chooser(side).strategies)
    return next((at for at, name in enumerate(names) if name == plain), None)


def _join_names(names: Iterable[str]) -> str:
    """Return the pattern of some names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def _player_pattern(game: NormalForm) -> str:
    names = _join_names(name for side in Side for name in _list_names(game, side))
    return rf"\b(?P<player>{names})(?:'s [a-z ]{{1,40}})?\s*(?:[:=→]|(?:plays|mixes)\b:?)"


def _strategy_pattern(game: NormalForm, side: Side) -> str:
    """Return the pattern of a player's strategies; the 1 of 1/2 is none."""
    return rf"(?<![\w/.])(?:{_join_names(game.chooser(side).strategies)})(?![\w/]|\.\d)"


def _compile_statement(game: NormalForm, side: Side, quality: str) -> re.Pattern[str]:
    """Return the pattern of a statement about a player's strategies, and of what is behind it.

    Of "1 by 2 and 3" both dominate; in "1 by 2 and 3 by 2" the second statement begins with 3.
    """
    name = rf"{_BEFORE}{_strategy_pattern(game, side)}"
    names = rf"{name}(?:{_JOINT}{name})*"
    dominator = rf"(?:(?:{_WEIGHT})\s?(?:of\s|[*×·]\s?)?)?{name}"
    mix = r"(?:(?:a|the)\smix(?:ture)?\s(?:of\s)?)?"
    dominators = rf"{mix}{dominator}(?:\s?\+\s?{dominator})*(?:(?:{_JOINT}{dominator})+(?=\W*\Z))?"
    remarks = (
        r"(?:both|also|too)\b",
        rf"(?:an?\s)?(?P<after>{_KIND})\b",
        rf"(?:an?\s)?{quality}(?:\sstrateg(?:y|ies))?\b",
        rf"by\s{dominators}",
    )
    behind = "".join(f"(?:{_GAP}{remark})?" for remark in remarks)
    is_so = rf"(?:\s(?:is|are)(?={_GAP}(?:both|also|too|an?|{_KIND}|{quality}|by)\b))?"
    return re.compile(
        rf"(?:\A\()?(?:(?P<better>{names})\s(?:(?P<how>{_KIND})\s)?dominates?\s(?P<worse>{names})"
        rf"(?:{_GAP}(?P<behind>{_KIND})\b)?"
        rf"|(?:(?P<before>{_KIND})\s)?(?P<named>{names}){is_so}{behind})"
        rf"\)?(?:\Z|{_JOINT}(?=\S))",
        re.IGNORECASE,
    )


def _compile_token(game: NormalForm) -> re.Pattern[str]:
    """Return the pattern of a player, a strategy with or without its probability, and a word."""
    names = _join_names(name for side in Side for name in game.chooser(side).strategies)
    strategy = rf"(?:{names})(?!\w)"
    return re.compile(
        rf"{_player_pattern(game)}"
        rf"|(?P<weight_of>{_WEIGHT})\s?[*×·]?\s?(?:of\s)?(?P<of>{strategy})"
        rf"|(?P<with>{strategy})\s?(?:(?:with|[:=])\s?(?:probability\s)?)?(?P<weight_with>{_WEIGHT})"
        rf"|(?P<name>{strategy})|{_NEUTRAL}|(?P<word>\w+)",
        re.IGNORECASE,
    )


def _split_by_player(game: NormalForm, text: str) -> list[tuple[Side, str]]:
    """Return the text after each player's name; empty if it begins with no player."""
    parts = re.split(_player_pattern(game), text, flags=re.IGNORECASE)
    if parts[0].strip(" ,;\n-*•([{"):
        return []
    texts = (re.sub(r"\s[-*•]\s*\Z", "", said).strip(" ,;\n].{}") for said in parts[2::2])
    # Brackets may be around both players.
    texts = (
        said.removesuffix(")") if said.count("(") < said.count(")") else said for said in texts
    )
    return [(_find_side(game, name), said) for name, said in zip(parts[1::2], texts, strict=True)]


def _list_players(game: NormalForm, text: str) -> list[Side]:
    """Return the players whose names a text begins with or has further on, in order."""
    return [side for side, _ in _split_by_player(game, clean_text(text))]


def _read_probability(text: str) -> Fraction | float:
    if "/" in text:
        return exact_number("".join(text.split()))
    if "%" in text:
        text = str(Decimal(text.strip("% ")).scaleb(-2))
    return parse_typed_number(text)
