"""Read a tree or a position from a YAML or JSON file.

`trees/schema.json` describes the same format for editors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeGuard

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.building import (
    MAX_PLAYERS,
    TreeEdge,
    TreeNode,
    build,
    check_cycle,
    collector_paused,
    name_players,
)
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import check_word, is_letter, number_from_text, quote
from trees.yaml.yaml_text import (
    ABOUT_KEYS,
    YamlList,
    YamlMap,
    YamlNode,
    YamlScalar,
    join_vectors,
    read_bounds,
    read_yaml,
)

#: The most nodes that may be written in a file.
MAX_NODES: Final = 25_000

#: The most moves: more than `MAX_NODES` only if children are shared.
MAX_EDGES: Final = 50_000

#: The most nodes of a tree from a file, counting shared nodes once per path.
MAX_EXPANDED: Final = 1_000_000

#: The most players; each has a letter if the file gives no names.
_MAX_SHARES: Final = 26

TREE_KEYS: Final = (*ABOUT_KEYS, "convention", "root", "players", "bounds", "tree")
POSITION_KEYS: Final = (*ABOUT_KEYS, "game", "size", "position", "to-move", "terminal")
NODE_KEYS: Final = ("id", "player", "value", "eval", "note", "bounds", "children")
OUTCOME_KEYS: Final = ("p", "node")
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
    where: str = ""
    detail_where: str = field(default="", compare=False)
    terminal: str = ""


def read_tree(text: str | YamlMap, name: str, *, title: str = "") -> HandTree:
    """Read a tree from a YAML or JSON text."""
    source = read_source(text, name, title=title)
    if isinstance(source, PositionSource):
        raise InvalidInput("this is a game position", where=source.where, expected="a tree")
    return source


@collector_paused()
def read_source(text: str | YamlMap, name: str, *, title: str = "") -> HandTree | PositionSource:
    """Read a tree or position from a YAML or JSON text."""
    file = read_yaml(text, name) if isinstance(text, str) else text
    if not isinstance(file, YamlMap):
        return _tree(file, YamlMap(file.where), title)
    file.refuse_kinds(("mcts", "matrix", "generate"), "a tree or a position")
    if "game" in file.entries:
        file.check_keys(POSITION_KEYS, "a position")
        return _position(file)
    if "tree" not in file.entries and _NODE_ONLY_KEYS & file.entries.keys():
        raise file.error(
            "the top of the file cannot be a node", "tree: and the node, indented, below it"
        )
    file.check_keys(TREE_KEYS, "a tree's file")
    tree = file.get("tree")
    if tree is None:
        raise file.error("the file has no tree", "tree: or game:")
    return _tree(tree, file, title)


def _tree(node: YamlNode, file: YamlMap, title: str) -> HandTree:
    """Return the tree below a node of the text, with the other keys of its file."""
    names = _names(file)
    players = (Player.MAX,) if names else _players(file)
    name, description, citation = map(file.read_line, ABOUT_KEYS)
    reader = _NodeReader(tuple(dict.fromkeys(names)))
    root = reader.root(node)
    if "bounds" in file.entries:
        key, bounds = file.entries["bounds"]
        if root.bounds is not None:
            raise key.error("the root has bounds too", "bounds: in one of the two places")
        root.bounds = read_bounds(bounds)
        reader.bounds_at = key
    if reader.shares and reader.bounds_at is not None:
        raise reader.bounds_at.error(
            "a tree with vectors cannot have bounds", "a tree with numbers, or no bounds"
        )
    if names and not reader.shares:
        raise file.entries["players"][1].error(
            f"the players are {', '.join(reader.players)}, but the leaves are numbers",
            "max, min or chance as players, or a vector such as (1, 2, 6) at each leaf",
        )
    are_two = reader.has_turns or bool({"root", "players"} & file.entries.keys() and not names)
    share_names = reader.players or (("MAX", "MIN") if are_two else name_players(reader.shares))
    if reader.shares and len(share_names) != reader.shares:
        raise InvalidInput(
            f"the tree has {len(share_names)} players ({', '.join(share_names)}), but its vectors "
            f"have {reader.shares} values",
            where=node.where,
            expected="a value for each player",
            hint=f"Name the players: players: [{', '.join(name_players(reader.shares))}]",
        )
    turns = [share_names.index(turn) for turn in names or share_names]
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
        convention=_convention(file),
        max_size=MAX_EXPANDED,
        share_names=share_names,
        turns=() if are_two else turns,
    )


def _names(file: YamlMap) -> tuple[str, ...]:
    """Return the turns of named players; empty if the players are max, min and chance."""
    node = file.get("players")
    names = {player.name.lower() for player in Player}
    if not isinstance(node, YamlList) or not node.items:
        return ()
    texts = [item.text for item in node.items]
    # A single unknown word is more likely a slip than a name.
    if names & set(texts) or not all(texts):
        return ()
    if root := file.get("root"):
        raise root.error("the first of the players has the root", "players: without root:")
    if len(texts) > MAX_PLAYERS or len(set(texts)) > _MAX_SHARES:
        raise node.error(
            f"the tree has {len(texts):,} players",
            f"at most {_MAX_SHARES} players in at most {MAX_PLAYERS} turns",
        )
    for item, text in zip(node.items, texts, strict=True):
        check_word(text, "a player", item.where)
    return tuple(texts)


def _convention(file: YamlMap) -> str:
    """Return the convention of the tree's course; empty if the file names none."""
    name = file.read_line("convention")
    if name and name not in PRESETS:
        raise file.entries["convention"][1].error(
            f"there is no convention {quote(name)}", f"one of {', '.join(PRESETS)}"
        )
    return name


def _players(file: YamlMap) -> tuple[Player, ...] | None:
    """Return the turns of one round; None for a chance root above alternating players."""
    root, node = file.get("root"), file.get("players")
    first = root.read_player("the root") if root else None
    if node is None:
        if first is None:
            return ALTERNATING
        return None if first is Player.CHANCE else (first, first.opponent)
    if not isinstance(node, YamlList) or not node.items:
        raise node.error(f"players cannot be {node.kind}", "a list such as [max, min]")
    if len(node.items) > MAX_PLAYERS:
        raise node.error(f"the tree has {len(node.items):,} players", f"at most {MAX_PLAYERS}")
    cycle = check_cycle([item.read_player("a player") for item in node.items], node.where)
    if root and first is not None and first is not cycle[0]:
        raise root.error(
            f"the root is {first.name.lower()}, but the first of the players is "
            f"{cycle[0].name.lower()}",
            "root: or players:, not both",
        )
    return cycle


def _position(file: YamlMap) -> PositionSource:

    def joined(key: str, joint: str) -> str:
        """Join a text of several lines or a list of texts."""
        node = file.get(key)
        items = node.items if isinstance(node, YamlList) else [node] if node else []
        rows = [row for item in items for row in item.read_text(key).split("\n")]
        return joint.join(row.strip() for row in rows)

    def single(key: str) -> str:
        node = file.get(key)
        return node.read_text(key).strip() if node else ""

    game, terminal = single("game"), single("terminal")
    place = file.entries["game"][1]
    if not game:
        raise place.error("game is empty", "the name of a game")
    if terminal not in ("", *TERMINALS):
        raise file.entries["terminal"][1].error(
            f"terminal cannot be {quote(terminal)}", " or ".join(TERMINALS)
        )
    name, *_ = map(file.read_line, ABOUT_KEYS)
    # An error of a known game is about one of these, most likely the first present.
    details = (file.get(key) for key in ("position", "to-move", "size"))
    return PositionSource(
        game=game,
        size=joined("size", ","),
        position=joined("position", "|"),
        to_move=single("to-move"),
        terminal=terminal,
        name=name,
        where=str(place.where),
        detail_where=str(next(filter(None, details), place).where),
    )


# The nodes, in a grammar that allows short forms: a node is a number, a letter, a list of nodes, or
# a mapping with more details. They are read with a stack, not by recursion.


class _NodeReader:
    """Reads the nodes of one file."""

    def __init__(self, players: Sequence[str] = ()) -> None:
        self.players = players
        #: The values of each vector; 0 without vectors.
        self.shares = 0
        #: A place with the bounds of a node's leaves, if there are any.
        self.bounds_at: YamlScalar | None = None
        #: Whether a node says that max or min moves.
        self.has_turns = False
        self.has_numbers = False
        self.ids: dict[str, YamlNode] = {}
        self.tree_nodes: dict[int, TreeNode] = {}  # by the id() of their node in the text
        self.nodes = 0
        self.edges = 0

    def root(self, node: YamlNode) -> TreeNode:
        """Return loose nodes for everything below a node of the text."""
        if _is_outcome(node):
            raise node.error("the root cannot be an outcome", "a node: p: belongs below chance")
        root = self.node(node)
        waiting = [node]
        while waiting:
            reading = waiting.pop()
            new_nodes = self.fill(self.tree_nodes[id(reading)], reading)
            if self.nodes > MAX_NODES:
                raise reading.error(f"the tree has more than {MAX_NODES:,} nodes", "a smaller tree")
            waiting += reversed(new_nodes)
        return root

    def node(self, node: YamlNode) -> TreeNode:
        """Return the loose node for a node of the text; a shared one is created once."""
        tree_node = self.tree_nodes.get(id(node))
        if tree_node is None:
            tree_node = self.tree_nodes[id(node)] = TreeNode(where=node.where)
            self.nodes += 1
        return tree_node

    def fill(self, tree_node: TreeNode, node: YamlNode) -> list[YamlNode]:
        """Read one node and return its new children."""
        if isinstance(node, YamlScalar):
            self.value(tree_node, node, "a node")
            return []
        if isinstance(node, YamlList):
            return self.children(tree_node, node)
        node.check_keys(NODE_KEYS, "a node")
        if name := node.get("id"):
            tree_node.id = self.id(name)
        if player := node.get("player"):
            self.player(tree_node, player)
        if note := node.get("note"):
            tree_node.note = note.read_text("a note")
        if bounds := node.get("bounds"):
            tree_node.bounds = read_bounds(bounds)
            self.bounds_at = node.entries["bounds"][0]
        if value := node.get("value"):
            for other in ("children", "eval"):
                if other in node.entries:
                    hint = "Write an interior node's estimate as eval"
                    raise node.entries[other][0].error(
                        f"a node cannot have both a value and {other}",
                        "only a value, or children",
                        hint if other == "children" else "",
                    )
            self.value(tree_node, value, "a value")
            return []
        children = node.get("children")
        if children is None:
            raise node.error("a node has neither a value nor children", "one of the two")
        if estimate := node.get("eval"):
            tree_node.eval = estimate.read_number("an eval")
        return self.children(tree_node, children)

    def value(self, tree_node: TreeNode, node: YamlNode, what: str) -> None:
        """Read the value of a leaf, its vector or its letter."""
        is_vector = node.text[:1] == "(" and "," in node.text
        if self.shares if not is_vector else self.has_numbers:
            raise node.error(
                "a tree cannot have both numbers and vectors at its leaves",
                "a number at each leaf, or a vector such as (1, 2, 6) at each leaf",
            )
        if is_vector:
            tree_node.vector = self.vector(node)
            self.shares = len(tree_node.vector)
            return
        self.has_numbers = True
        if is_letter(node.text):
            tree_node.letter = node.text
        else:
            tree_node.value = node.read_number(what)

    def vector(self, node: YamlNode) -> tuple[Number, ...]:
        """Return the vector of a leaf, such as (1, 2, 6)."""
        text = node.text
        if not text.endswith(")"):
            raise node.error(f"{quote(text)} has no closing )", "a vector such as (1, 2, 6)")
        parts = text[1:-1].split(",")
        if len(parts) > _MAX_SHARES:
            raise node.error(
                f"a vector cannot have {len(parts):,} values",
                f"between 2 and {_MAX_SHARES}, one for each player",
            )
        if self.shares and len(parts) != self.shares:
            raise node.error(
                f"the vector {quote(text)} has {len(parts)} values",
                f"{self.shares} values, as the vectors before it have",
            )
        return tuple(number_from_text(part.strip(), where=node.where) for part in parts)

    def player(self, tree_node: TreeNode, node: YamlNode) -> None:
        """Read the player of a node."""
        if not self.players:
            tree_node.player = node.read_player("a player")
            self.has_turns = True
            return
        expected = f"one of {', '.join(self.players)}"
        player = node.read_choice("a player", self.players, expected)
        tree_node.mover = self.players.index(player)

    def id(self, node: YamlNode) -> str:
        """Return the name of a node; refuse a duplicate."""
        if not isinstance(node, YamlScalar) or node.is_null:
            raise node.error(f"an id cannot be {node.kind}", "a word")
        check_word(node.text, "an id", node.where)
        before = self.ids.setdefault(node.text, node)
        if before is not node:
            raise node.error(
                f"two nodes have the id {node.text}",
                f"different ids (the other is in line {before.line})",
                "To repeat a node, write &name and *name",
            )
        return node.text

    def children(self, tree_node: TreeNode, node: YamlNode) -> list[YamlNode]:
        """Read a node's children, a list or a mapping of moves, and return the new ones."""
        if isinstance(node, YamlScalar):
            raise node.error(
                f"children cannot be {node.kind}", "a list, or a mapping of move: node"
            )
        moves: list[tuple[YamlScalar | None, YamlNode]]
        if isinstance(node, YamlList):
            moves = [(None, item) for item in join_vectors(node.items)]
        else:
            moves = list(node.entries.values())
        if not moves:
            raise node.error("children is empty", "at least one, or a value instead")
        self.edges += len(moves)
        if self.edges > MAX_EDGES:
            raise node.error(f"the tree has more than {MAX_EDGES:,} moves", "a smaller tree")
        new_nodes: list[YamlNode] = []
        for label, child in moves:
            edge = TreeEdge(TreeNode(), label.text if label else None, where=(label or child).where)
            tree_node.edges.append(edge)
            # The common case: a leaf that is not shared.
            if isinstance(child, YamlScalar) and not (child.anchored or node.anchored):
                self.nodes += 1
                edge.child.where = child.where
                self.value(edge.child, child, "a node")
                continue
            if _is_outcome(child):
                child = self.outcome(edge, child)
            nodes_before = self.nodes
            edge.child = self.node(child)
            if self.nodes > nodes_before:
                new_nodes.append(child)
        return new_nodes

    def outcome(self, edge: TreeEdge, node: YamlMap) -> YamlNode:
        """Read the probability of an outcome, and return its node."""
        node.check_keys(OUTCOME_KEYS, "an outcome")
        for key in OUTCOME_KEYS:
            if key not in node.entries:
                raise node.error(f"an outcome has no {key}:", "{p: 1/3, node: …}")
        probability, child = (node.entries[key][1] for key in OUTCOME_KEYS)
        edge.probability = probability.read_exact("a probability")
        edge.where = probability.where
        if _is_outcome(child):
            raise child.error("an outcome cannot contain an outcome", "a node")
        return child


def _is_outcome(node: YamlNode) -> TypeGuard[YamlMap]:
    return isinstance(node, YamlMap) and ("p" in node.entries or "node" in node.entries)
