"""What a person may name as the thing to search: a file, a library tree, lists, or a game."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from engine import games
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import AnyGame
from engine.games import own
from trees.files import (
    TREE_SUFFIXES,
    printable,
    read_standard_input,
    read_text,
    tree_files,
)
from trees.hand_tree import HandTree
from trees.library import library_names, library_tree
from trees.nested import from_nested
from trees.numbers import looks_like_number
from trees.quoting import quoted, shortened
from trees.reader import Position, read_source

__all__ = ["Source", "open_source"]

_GAME_NAME: Final = re.compile(r"[^:@\s]+")


@dataclass(frozen=True, slots=True)
class Source:
    """Something to search, and what it was called.

    Args:
        label: what the person wrote; `stdin` for standard input.
        game: the tree or game.
        kind: a hand tree, a game's position, or a game from its start.
        title: what to call it in a heading; empty where nobody named it.
    """

    label: str
    game: AnyGame
    kind: Literal["tree", "position", "game"]
    title: str


def open_source(source: str | Path | AnyGame | Source | Any) -> Source:
    """Open what a person named.

    A text is, in this order: `-` for standard input; nested lists or a number; a game of one's own,
    `file.py:ClassName`; an existing file, where it has a folder or the suffix of one in it; a game
    with a size or position, `GAME[:SIZE][@POSITION]`; a library tree; a game; any other existing
    file.

    Args:
        source: such a text, a path, nested lists or tuples of numbers, a game, or an object or
            class with the methods of one. A game that is not ours is watched for faults.

    Raises:
        InvalidInput: there is nothing of that name, or it cannot be read.
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, HandTree):
        return Source(str(source), source, "tree", str(source))
    if own.is_like_a_game(source):
        game = own.adopted(source)
        return Source(str(game), game, "game", str(game))
    if isinstance(source, Path):
        return _from_file(source, str(source))
    if isinstance(source, str):
        return _from_text(source)
    return _tree("nested lists", from_nested(source))


def _from_text(text: str) -> Source:
    bare = text.strip()
    if bare == "-":
        return _read(read_standard_input(), "stdin", "stdin", "")
    if bare.startswith(("[", "{")):
        return _read(text, "inline", bare, "")
    if own.is_in_a_file(bare):
        game = own.from_file(bare)
        return Source(text, game, "position" if "@" in bare else "game", str(game))
    is_path = any(mark in text for mark in ("/", os.sep)) or text.lower().endswith(TREE_SUFFIXES)
    if is_path and _exists(text):
        return _from_file(Path(text), text)
    if looks_like_number(bare):
        return _read(text, "inline", bare, "")
    name = _GAME_NAME.match(bare)
    if name and name[0] != bare and _is_game(name[0]):
        return _from_game(bare)
    if is_path:
        meant = Path(text).stem
        if meant in library_names():
            raise InvalidInput(
                "there is no such file",
                where=printable(Path(text)),
                hint=f"The library's tree is called {meant}",
            )
        return _from_file(Path(text), text)
    if bare in library_names():
        return _tree(bare, library_tree(bare))
    if _is_game(bare):
        return _from_game(bare)
    if bare and _exists(text):
        return _from_file(Path(text), text)
    known = [*library_names(), *games.GAMES, *own.installed(), *tree_files(Path())]
    raise InvalidInput(
        f"there is no tree, game or file {quoted(text)}" if bare else "no source is named",
        expected="a tree's file, a tree of the library, a game, or lists such as [[3, 12], [2, 4]]",
        hint=did_you_mean((name[0] if name else bare)[:100], known),
    )


def _is_game(name: str) -> bool:
    """Whether it is a game of ours, or one that an installed package offers."""
    return name in games.GAMES or name in own.installed()


def _from_game(text: str) -> Source:
    """`GAME[:SIZE][@POSITION]`; the game itself reads the position, and a side after it."""
    head, at, position = text.partition("@")
    name, colon, size = head.partition(":")
    for mark, rest, what in ((colon, size, "size"), (at, position, "position")):
        if mark and not rest.strip():
            raise InvalidInput(f"no {what} after the {mark}", where=shortened(text))
    game = games.make_game(name, size=size.strip(), position=position.strip())
    return Source(text, game, "position" if at else "game", str(game))


def _from_file(path: Path, label: str) -> Source:
    text, name = read_text(path), printable(path)
    suffix = path.suffix.lower()
    if suffix == ".efg":
        from trees.efg import read_efg  # late, as the reader of the tests: YAML is the usual

        return _tree(label, read_efg(text, name, title=path.stem))
    if suffix == ".test":
        from trees.cs188 import read_cs188

        return _tree(label, read_cs188(text, name, title=path.stem))
    return _read(text, name, label, path.stem)


def _read(text: str, name: str, label: str, title: str) -> Source:
    """What a YAML or JSON text describes."""
    read = read_source(text, name, title=title)
    if isinstance(read, HandTree):
        return _tree(label, read)
    game = _position(read)
    return Source(label, game, "position", read.name or str(game))


def _position(read: Position) -> AnyGame:
    """The game of a position in a file; its errors are given the file's place."""
    try:
        return games.make_game(
            read.game, size=read.size, position=read.position, to_move=read.to_move
        )
    except PlytraceError as error:
        found = f"{error.found} ({error.where})" if error.where else error.found
        where = read.detail_where if read.game in games.GAMES else read.where
        raise InvalidInput(found, where=where, expected=error.expected, hint=error.hint) from error


def _tree(label: str, tree: HandTree) -> Source:
    return Source(label, tree, "tree", tree.name)


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False
