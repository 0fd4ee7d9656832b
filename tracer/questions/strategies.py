"""Items of payoff matrices about the strategies of each player: dominated and dominant ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from engine.matrix.game import NormalForm, Side
from tracer.matrix.analysis import MatrixAnalysis
from tracer.questions.base import PartReading, Tally
from tracer.questions.fact_item import FactItem, clean_text, merge_entries, unread_texts
from tracer.questions.typed_text import is_none, without_reason, write_as_text

_SEPARATOR: Final = re.compile(r"[;\n]+|,(?![^()\[\]]*[)\]])")
#: Phrases that mean "none", besides those of every item.
_NONE_AT_ALL: Final = re.compile(
    r"(?:none|nothing|neither|no)(?:\s+(?:for|of)\s+(?:both|either|them)(?:\s+players?)?|\s+players?)?"
    r"|(?:there (?:is|are) )?no (?:strictly |weakly )?(?:dominant|dominated) strateg(?:y|ies)"
    r"|(?:no strategy|nothing|none|neither) is (?:strictly |weakly )?(?:dominant|dominated)",
    re.IGNORECASE,
)
#: Words before a strategy, and between the strategies of a list.
_BEFORE: Final = r"(?:(?:rows?|columns?|strateg(?:y|ies)|actions?|moves?|the|both)\s)*"
_JOINT: Final = r"(?:[\s,.&]|(?:and|und)\b)+"
#: Between a strategy and a remark about it.
_GAP: Final = r"[\s,():–-]+"
_KIND: Final = r"(?:very\s)?(?:strict|weak)(?:ly)?"

#: Signs of Markdown and of sets around strategies.
_DECORATION: Final = re.compile(r"[*_{}\[\]]")
#: A probability before or behind a strategy.
WEIGHT: Final = (
    r"\d+(?:\.\d+)?\s?%|\d+\s?/\s?\d+|\d*\.\d+|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|[01](?=\s?(?:of\b|[*×·]))"
)

_ByStrategy: TypeAlias = dict[tuple[Side, int], str]


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
        if says_none(text):
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
        if says_none(text):
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
        return {own for name in names if (own := find_strategy(self.game, side, name)) is not None}

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


class Dominated(_OfPlayers):
    """The dominated strategies of each player."""

    name = "dominance"
    quality = "dominated"
    about = "each player's dominated strategies, such as ANN: x weakly; BOB: none"
    kinds: ClassVar[Mapping[str, str]] = {"strict": "strictly", "weak": "weakly"}

    def _list_right(self) -> Iterator[tuple[tuple[Side, int], str]]:
        for side in Side:
            for reason in self.analysis.dominated[side]:
                yield (side, reason.dominated), "strictly" if reason.strict else "weakly"


class DominantStrategies(_OfPlayers):
    """The dominant strategies of each player."""

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


def says_none(text: str) -> bool:
    """Return whether a text means that there is none, of one player or of both."""
    plain = text.strip(" .")
    return is_none(plain) or _NONE_AT_ALL.fullmatch(plain) is not None


def _list_names(game: NormalForm, side: Side) -> set[str]:
    """Return the names of a player: its own, and its place in the order of the players."""
    place = game.order.index(side)
    called = {f"player {place + 1}", f"player {('one', 'two')[place]}", f"p{place + 1}"}
    other = game.chooser(side.other).name.casefold()
    return {game.chooser(side).name.casefold(), *(called - {other})}


def find_side(game: NormalForm, name: str) -> Side:
    """Return the side of the player with a name, which must be one of theirs."""
    plain = " ".join(name.split()).casefold()
    return next(side for side in Side if plain in _list_names(game, side))


def find_strategy(game: NormalForm, side: Side, word: str) -> int | None:
    """Return the index of a player's strategy; None if there is none of that name."""
    plain = " ".join(word.split()).casefold()
    names = (name.casefold() for name in game.chooser(side).strategies)
    return next((at for at, name in enumerate(names) if name == plain), None)


def join_names(names: Iterable[str]) -> str:
    """Return the pattern of some names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def player_pattern(game: NormalForm) -> str:
    """Return the pattern of a player's name with what separates it from its strategies."""
    names = join_names(name for side in Side for name in _list_names(game, side))
    return rf"\b(?P<player>{names})(?:'s [a-z ]{{1,40}})?\s*(?:[:=→]|(?:plays|mixes)\b:?)"


def _strategy_pattern(game: NormalForm, side: Side) -> str:
    """Return the pattern of a player's strategies; the 1 of 1/2 is none."""
    return rf"(?<![\w/.])(?:{join_names(game.chooser(side).strategies)})(?![\w/]|\.\d)"


def _compile_statement(game: NormalForm, side: Side, quality: str) -> re.Pattern[str]:
    """Return the pattern of a statement about a player's strategies, and of what is behind it.

    Of "1 by 2 and 3" both dominate; in "1 by 2 and 3 by 2" the second statement begins with 3.
    """
    name = rf"{_BEFORE}{_strategy_pattern(game, side)}"
    names = rf"{name}(?:{_JOINT}{name})*"
    dominator = rf"(?:(?:{WEIGHT})\s?(?:of\s|[*×·]\s?)?)?{name}"
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


def _split_by_player(game: NormalForm, text: str) -> list[tuple[Side, str]]:
    """Return the text after each player's name; empty if it begins with no player."""
    parts = re.split(player_pattern(game), text, flags=re.IGNORECASE)
    if parts[0].strip(" ,;\n-*•([{"):
        return []
    texts = (re.sub(r"\s[-*•]\s*\Z", "", said).strip(" ,;\n].{}") for said in parts[2::2])
    # Brackets may be around both players.
    texts = (
        said.removesuffix(")") if said.count("(") < said.count(")") else said for said in texts
    )
    return [(find_side(game, name), said) for name, said in zip(parts[1::2], texts, strict=True)]


def _list_players(game: NormalForm, text: str) -> list[Side]:
    """Return the players whose names a text begins with or has further on, in order."""
    return [side for side, _ in _split_by_player(game, clean_text(text))]
