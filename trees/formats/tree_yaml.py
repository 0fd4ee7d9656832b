"""Read a tree or a position from a YAML or JSON file.

`trees/schema.json` describes the same format for editors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.game import Player
from trees.building.builder import build, collector_paused, vector_tree
from trees.building.naming import MAX_PLAYERS, check_cycle, check_word
from trees.building.node_reader import MAX_SHARES, NodeReader
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import quote
from trees.yaml.yaml_fields import ABOUT_KEYS, Entries, FieldReader, describe_kind
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

#: The most nodes of a tree from a file, counting shared nodes once per path.
MAX_EXPANDED: Final = 1_000_000

TREE_KEYS: Final = (*ABOUT_KEYS, "convention", "root", "players", "bounds", "tree")
POSITION_KEYS: Final = (*ABOUT_KEYS, "game", "size", "position", "to-move", "terminal")
#: The functions that can value the end of a game.
TERMINALS: Final = ("utility", "evaluation")
_NODE_ONLY_KEYS: Final = frozenset({"id", "value", "children"})


@dataclass(frozen=True, slots=True)
class PositionSource:
    """A game's position from a file, for `engine.games.make_game`."""

    game: str
    size: str = ""
    position: str = ""
    to_move: str = ""
    name: str = ""
    description: str = ""
    citation: str = ""
    where: str = ""
    detail_where: str = field(default="", compare=False)
    terminal: str = ""


def read_tree(
    text: str | YamlMap, name: str, *, title: str = "", only: tuple[str, ...] | None = None
) -> HandTree:
    """Read a tree from a YAML or JSON text."""
    source = read_source(text, name, title=title, only=only)
    if isinstance(source, PositionSource):
        raise InvalidInput("this is a game position", where=source.where, expected="a tree")
    return source


@collector_paused()
def read_source(
    text: str | YamlMap, name: str, *, title: str = "", only: tuple[str, ...] | None = None
) -> HandTree | PositionSource:
    """Read a tree or position from a YAML or JSON text."""
    document = read_yaml(text, name) if isinstance(text, str) else text
    words = FieldReader(name)
    if not isinstance(document, YamlMap):
        return _tree(words, document, {}, title)
    if only is not None:
        document = document.select_keys(only)
    entries = document.entries
    words.refuse_kinds(entries, ("mcts", "matrix", "generate"), "a tree or a position")
    if "game" in entries:
        words.check_keys(document, POSITION_KEYS, "a position")
        return _position(words, entries)
    if "tree" not in entries and _NODE_ONLY_KEYS & entries.keys():
        raise words.error(
            document,
            "the top of the file cannot be a node",
            "tree: and the node, indented, below it",
        )
    words.check_keys(document, TREE_KEYS, "a tree's file")
    if "tree" not in entries:
        raise words.error(document, "the file has no tree", "tree: or game:")
    return _tree(words, entries["tree"][1], entries, title)


def _tree(words: FieldReader, node: YamlNode, entries: Entries, title: str) -> HandTree:
    """Return the tree below a node of the text, with its name, description and source."""
    names = _names(words, entries)
    players = (Player.MAX,) if names else _players(words, entries)
    name, description, citation = (words.line(entries, key) for key in ABOUT_KEYS)
    reader = NodeReader(words, tuple(dict.fromkeys(names)))
    root = reader.root(node)
    if "bounds" in entries:
        if root.bounds is not None:
            raise words.error(
                entries["bounds"][0], "the root has bounds too", "bounds: in one of the two places"
            )
        root.bounds = words.bounds(entries["bounds"][1])
        reader.bounds_at = entries["bounds"][0]
    if reader.vectors and reader.bounds_at is not None:
        raise words.error(
            reader.bounds_at,
            "a tree with vectors cannot have bounds",
            "a tree with numbers, or no bounds",
        )
    if players is None:
        players = ALTERNATING
        if root.player is None:
            root.player = Player.CHANCE
    tree = build(
        root,
        players=players,
        name=name or title,
        description=description,
        citation=citation,
        max_size=MAX_EXPANDED,
        place=words.place,
    )
    if convention := _convention(words, entries):
        tree.convention = convention
    if reader.vectors:
        are_two = bool({"root", "players"} & entries.keys()) and not names
        return vector_tree(tree, root, reader, names, are_two, words.place(node))
    if names:
        raise words.error(
            entries["players"][1],
            f"the players are {', '.join(reader.players)}, but the leaves are numbers",
            "max, min or chance as players, or a vector such as (1, 2, 6) at each leaf",
        )
    return tree


def _names(words: FieldReader, entries: Entries) -> tuple[str, ...]:
    """Return the turns of named players; empty if the players are max, min and chance."""
    node = entries["players"][1] if "players" in entries else None
    names = {player.name.lower() for player in Player}
    if not isinstance(node, YamlList) or not node.items:
        return ()
    texts = [item.text if isinstance(item, YamlScalar) else "" for item in node.items]
    # A single unknown word is more likely a slip than a name.
    if names & set(texts) or not all(texts):
        return ()
    if "root" in entries:
        raise words.error(
            entries["root"][1], "the first of the players has the root", "players: without root:"
        )
    if len(texts) > MAX_PLAYERS or len(set(texts)) > MAX_SHARES:
        raise words.error(
            node,
            f"the tree has {len(texts):,} players",
            f"at most {MAX_SHARES} players in at most {MAX_PLAYERS} turns",
        )
    for item, text in zip(node.items, texts, strict=True):
        check_word(text, "a player", words.place(item))
    return tuple(texts)


def _convention(words: FieldReader, entries: Entries) -> str:
    """Return the convention of the tree's course; empty if the file names none."""
    name = words.line(entries, "convention")
    if name and name not in PRESETS:
        raise words.error(
            entries["convention"][1],
            f"there is no convention {quote(name)}",
            f"one of {', '.join(PRESETS)}",
        )
    return name


def _players(words: FieldReader, entries: Entries) -> tuple[Player, ...] | None:
    """Return the turns of one round; None for a chance root above alternating players."""
    first = words.player(entries["root"][1], "the root") if "root" in entries else None
    if "players" not in entries:
        if first is None:
            return ALTERNATING
        return None if first is Player.CHANCE else (first, first.opponent)
    node = entries["players"][1]
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(
            node, f"players cannot be {describe_kind(node)}", "a list such as [max, min]"
        )
    if len(node.items) > MAX_PLAYERS:
        raise words.error(
            node, f"the tree has {len(node.items):,} players", f"at most {MAX_PLAYERS}"
        )
    cycle = check_cycle([words.player(item, "a player") for item in node.items], words.place(node))
    if first is not None and first is not cycle[0]:
        raise words.error(
            entries["root"][1],
            f"the root is {first.name.lower()}, but the first of the players is "
            f"{cycle[0].name.lower()}",
            "root: or players:, not both",
        )
    return cycle


def _position(words: FieldReader, entries: Entries) -> PositionSource:
    """Return the position of a game from the file."""

    def joined(key: str, joint: str) -> str:
        """Join a text of several lines or a list of texts."""
        if key not in entries:
            return ""
        node = entries[key][1]
        items = node.items if isinstance(node, YamlList) else [node]
        rows = [row for item in items for row in words.text(item, key).split("\n")]
        return joint.join(row.strip() for row in rows)

    def single(key: str) -> str:
        """Return a text of one line."""
        return words.text(entries[key][1], key).strip() if key in entries else ""

    game = single("game")
    if not game:
        raise words.error(entries["game"][1], "game is empty", "the name of a game")
    terminal = single("terminal")
    if terminal not in ("", *TERMINALS):
        raise words.error(
            entries["terminal"][1],
            f"terminal cannot be {quote(terminal)}",
            " or ".join(TERMINALS),
        )
    # An error of a known game is about one of these, most likely the first present.
    detail = next((key for key in ("position", "to-move", "size") if key in entries), "game")
    return PositionSource(
        game=game,
        size=joined("size", ","),
        position=joined("position", "|"),
        to_move=single("to-move"),
        terminal=terminal,
        name=words.line(entries, "name"),
        description=words.line(entries, "description"),
        citation=words.line(entries, "source"),
        where=words.place(entries["game"][1]),
        detail_where=words.place(entries[detail][1]),
    )
