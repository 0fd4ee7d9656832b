"""What a YAML or JSON file may say: a tree or a position.

`trees/schema.json` says the same to editors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.builder import build
from trees.collector import collector_paused
from trees.hand_tree import ALTERNATING, HandTree
from trees.node_reader import NodeReader
from trees.turns import MAX_PLAYERS, check_cycle
from trees.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml_text import read_yaml
from trees.yaml_words import Entries, Words, kind_of

__all__ = ["MAX_EXPANDED", "Position", "read_source", "read_tree"]

#: The most nodes of a tree from a file, shared ones counted at every place where they stand.
MAX_EXPANDED: Final = 1_000_000

_ABOUT_KEYS: Final = ("name", "description", "source")
_TREE_KEYS: Final = (*_ABOUT_KEYS, "root", "players", "tree")
_POSITION_KEYS: Final = (*_ABOUT_KEYS, "game", "size", "position", "to-move")
_NODE_ONLY_KEYS: Final = frozenset({"id", "value", "children"})
_OTHER_FILES: Final = {
    "mcts": "an MCTS hand run",
    "matrix": "a payoff matrix",
    "generate": "an order",
}


@dataclass(frozen=True, slots=True)
class Position:
    """A game's position as a file describes it, for `engine.games.make_game`.

    Args:
        game: the game's name.
        size: its size; empty for the usual one.
        position: the position, rows joined by |; empty for the start.
        to_move: the side to move; empty where the position tells.
        name: what the position is called.
        description: a sentence about it.
        citation: where it was published.
        where: the place of the game's name, for errors.
        detail_where: the place of the position, or where there is none, of what stands for it.
    """

    game: str
    size: str = ""
    position: str = ""
    to_move: str = ""
    name: str = ""
    description: str = ""
    citation: str = ""
    where: str = ""
    detail_where: str = field(default="", compare=False)


def read_tree(
    text: str | YamlMap, name: str, *, title: str = "", only: tuple[str, ...] | None = None
) -> HandTree:
    """The tree that a YAML or JSON text describes.

    Args:
        text: the text, or a map of one that was read.
        name: what errors call it, the file's name as a rule.
        title: what the tree is called where the text does not say.
        only: the keys of the file that are the tree's; all by default.

    Raises:
        InvalidInput: it does not describe a tree; says where and what was expected.
    """
    source = read_source(text, name, title=title, only=only)
    if isinstance(source, Position):
        raise InvalidInput("this is a position of a game", where=source.where, expected="a tree")
    return source


@collector_paused()
def read_source(
    text: str | YamlMap, name: str, *, title: str = "", only: tuple[str, ...] | None = None
) -> HandTree | Position:
    """The tree or position that a YAML or JSON text describes.

    Args:
        text: the text, or a map of one that was read.
        name: what errors call it, the file's name as a rule.
        title: what the tree is called where the text does not say.
        only: the keys of the file that are its own; all by default.

    Raises:
        InvalidInput: it describes neither; says where and what was expected.
    """
    document = read_yaml(text, name) if isinstance(text, str) else text
    words = Words(name)
    if not isinstance(document, YamlMap):
        return _tree(words, document, {}, title)
    if only is not None:
        document = document.with_only(only)
    entries = document.entries
    for key, what in _OTHER_FILES.items():
        if key in entries:
            raise words.error(
                entries[key][0],
                f"this is {what} ({key}:)",
                "a tree or a position",
                f"Use plytrace {key} FILE",
            )
    if "game" in entries:
        words.check_keys(document, _POSITION_KEYS, "a position")
        return _position(words, entries)
    if "tree" not in entries and _NODE_ONLY_KEYS & entries.keys():
        raise words.error(
            document, "a node at the top of the file", "tree: and the node, indented, below it"
        )
    words.check_keys(document, _TREE_KEYS, "a tree's file")
    if "tree" not in entries:
        raise words.error(document, "no tree in this file", "tree: or game:")
    return _tree(words, entries["tree"][1], entries, title)


def _tree(words: Words, node: YamlNode, entries: Entries, title: str) -> HandTree:
    """The tree below a node of the text, with what the file says about it."""
    players = _players(words, entries)
    name, description, citation = (words.line(entries, key) for key in _ABOUT_KEYS)
    root = NodeReader(words).root(node)
    if players is None:
        players = ALTERNATING
        if root.player is None:
            root.player = Player.CHANCE
    return build(
        root,
        players=players,
        name=name or title,
        description=description,
        citation=citation,
        max_size=MAX_EXPANDED,
        place=words.place,
    )


def _players(words: Words, entries: Entries) -> tuple[Player, ...] | None:
    """The turns of one round; None for a chance node above MAX and MIN in turn."""
    first = words.player(entries["root"][1], "the root") if "root" in entries else None
    if "players" not in entries:
        if first is None:
            return ALTERNATING
        return None if first is Player.CHANCE else (first, first.opponent)
    node = entries["players"][1]
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(node, f"{kind_of(node)} as the players", "a list such as [max, min]")
    if len(node.items) > MAX_PLAYERS:
        raise words.error(node, f"{len(node.items):,} players", f"at most {MAX_PLAYERS}")
    cycle = check_cycle([words.player(item, "a player") for item in node.items], words.place(node))
    if first is not None and first is not cycle[0]:
        raise words.error(
            entries["root"][1],
            f"the root is {first.name.lower()}, but the first of the players is "
            f"{cycle[0].name.lower()}",
            "root: or players:, not both",
        )
    return cycle


def _position(words: Words, entries: Entries) -> Position:
    """The position of a game that the file describes."""

    def joined(key: str, joint: str) -> str:
        """A text of one or more lines, or a list of texts."""
        if key not in entries:
            return ""
        node = entries[key][1]
        items = node.items if isinstance(node, YamlList) else [node]
        rows = [row for item in items for row in words.text(item, key).split("\n")]
        return joint.join(row.strip() for row in rows)

    def single(key: str) -> str:
        """A text of one line."""
        return words.text(entries[key][1], key).strip() if key in entries else ""

    game = single("game")
    if not game:
        raise words.error(entries["game"][1], "no game", "the name of a game")
    # What a known game cannot read is in one of these, most likely the first there is.
    detail = next((key for key in ("position", "to-move", "size") if key in entries), "game")
    return Position(
        game=game,
        size=joined("size", ","),
        position=joined("position", "|"),
        to_move=single("to-move"),
        name=words.line(entries, "name"),
        description=words.line(entries, "description"),
        citation=words.line(entries, "source"),
        where=words.place(entries["game"][1]),
        detail_where=words.place(entries[detail][1]),
    )
