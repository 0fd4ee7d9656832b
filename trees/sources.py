"""Open the source of a search: a file, a library tree, lists, or a game."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from engine import games
from engine.errors import (
    InvalidInput,
    SearchRefused,
    Suggestion,
    UsageError,
    add_place,
    did_you_mean,
)
from engine.game import AnyGame, Number
from engine.games import custom_games
from engine.wrappers.changed import change
from trees.files import (
    MATRIX_SUFFIXES,
    exists,
    is_path,
    printable_name,
    read_standard_input,
    read_text,
    tree_files,
)
from trees.formats.efg_text import is_nfg
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import PositionSource, read_source
from trees.hand_tree import HandTree
from trees.library import library_names, library_tree
from trees.text import is_number_text, quote, shorten

_GAME_NAME: Final = re.compile(r"[^:@\s]+")


_LIST_TREES: Final = "Try: plytrace list trees"


@dataclass(frozen=True, slots=True)
class Source:
    """A tree or game to search, and its source."""

    label: str
    game: AnyGame
    kind: Literal["tree", "position", "game"]
    title: str

    def __str__(self) -> str:
        return self.label

    @property
    def convention(self) -> str:
        """The convention of the tree's course; empty if it has none."""
        return self.game.convention if isinstance(self.game, HandTree) else ""


def open_source(source: str | Path | AnyGame | Source | Any, *, letters: bool = False) -> Source:
    """Open a source.

    A text is, in this order: `-` for standard input; nested lists or a number; a custom game,
    `file.py:ClassName`; an existing file, if it has a folder or a file suffix in it; a game with a
    size or position, `GAME[:SIZE][@POSITION]`; a library tree; a game; any other existing
    file.
    """
    opened = _open_any(source)
    if not letters and isinstance(opened.game, HandTree) and opened.game.unknowns:
        listed, where = opened.game.unknowns, opened.game.letter_place
        raise SearchRefused(
            f"leaves have letters instead of values: {', '.join(listed)}",
            where=where or shorten(opened.label),
            expected="a number for each: " + " ".join(f"--set {letter}=3" for letter in listed),
            hint="plytrace ask finds the numbers for which a node is pruned",
        )
    return opened


def set_letters(source: Any, numbers: Mapping[str, Number]) -> Source:
    """Open a tree and replace letters by numbers."""
    opened = open_source(source, letters=True)
    tree = opened.game
    letters = tree.unknowns if isinstance(tree, HandTree) else ()
    for letter in numbers:
        if letter not in letters:
            raise UsageError(
                f"{shorten(opened.label)} has no letter {letter}",
                expected=f"one of {', '.join(letters)}" if letters else "no --set",
            )
    if not isinstance(tree, HandTree) or not numbers:
        return opened
    return replace(opened, game=tree.replace_letters(numbers))


def _open_any(source: Any) -> Source:
    """Open a source, with or without letters."""
    if isinstance(source, Source):
        return source
    if isinstance(source, HandTree):
        return Source(str(source), source, "tree", str(source))
    if custom_games.is_like_a_game(source):
        game = custom_games.wrap_game(source)
        return Source(str(game), game, "game", str(game))
    if isinstance(source, Path):
        return _open_file(source, str(source))
    if isinstance(source, str):
        return _open_text(source)
    if isinstance(source, Mapping):
        return _open_mapping(source)
    if getattr(source, "ndim", 0):
        raise InvalidInput(
            "an array cannot be searched", expected="nested lists", hint="Use array.tolist()"
        )
    return _tree("nested lists", from_nested(source))


def _open_mapping(source: Mapping[Any, Any]) -> Source:
    """Open the contents of a tree's file."""
    try:
        text = json.dumps(dict(source))
    except (TypeError, ValueError, RecursionError):
        raise InvalidInput(
            f"{shorten(repr(source))} is not a tree",
            expected='the contents of a tree\'s file, such as {"tree": [[3, 12], [2, 4]]}',
        ) from None
    return _read(text, "mapping", "mapping", "")


def _open_text(text: str) -> Source:
    bare = text.strip()
    if bare == "-":
        return _read(read_standard_input(), "stdin", "stdin", "")
    if bare.startswith(("[", "{")):
        return _read(text, "inline", bare, "")
    if custom_games.is_in_a_file(bare):
        game = custom_games.game_from_file(bare)
        return Source(text, game, "position" if "@" in bare else "game", str(game))
    is_file = is_path(text)
    if is_file and exists(text):
        return _open_file(Path(text), text)
    if is_number_text(bare):
        return _read(text, "inline", bare, "")
    name = _GAME_NAME.match(bare)
    if name and name[0] != bare and _is_game(name[0]):
        return _open_game(bare)
    if is_file:
        meant = Path(text).stem
        if meant in library_names():
            raise InvalidInput(
                "there is no such file",
                where=printable_name(Path(text)),
                hint=Suggestion(text, meant),
            )
        return _open_file(Path(text), text)
    if bare in library_names():
        return _tree(bare, library_tree(bare))
    if _is_game(bare):
        return _open_game(bare)
    if bare and exists(text):
        return _open_file(Path(text), text)
    names = [*library_names(), *games.GAMES, *custom_games.installed_games(), *tree_files(Path())]
    raise InvalidInput(
        f"there is no tree, game or file {quote(text)}" if bare else "the source is missing",
        expected="a tree's file, a tree of the library, a game, or lists such as [[3, 12], [2, 4]]",
        hint=did_you_mean((name[0] if name and {*"@:"} & {*bare} else bare)[:100], names)
        or f"Try: plytrace list {'games' if '@' in bare or ':' in bare else 'trees'}",
    )


def _is_game(name: str) -> bool:
    """Return whether a name is a built-in game or one of an installed package."""
    return name in games.GAMES or name in custom_games.installed_games()


def _open_game(text: str) -> Source:
    """Open `GAME[:SIZE][@POSITION]`; the game itself reads the position."""
    head, at, position = text.partition("@")
    name, colon, size = head.partition(":")
    for mark, rest, what in ((colon, size, "size"), (at, position, "position")):
        if mark and not rest.strip():
            raise InvalidInput(f"the {what} after the {mark} is missing", where=shorten(text))
    game = games.make_game(name, size=size.strip(), position=position.strip())
    return Source(text, game, "position" if at else "game", str(game))


def _open_file(path: Path, label: str) -> Source:
    name = printable_name(path)
    try:
        text = read_text(path)
    except InvalidInput as error:
        if exists(path) and not path.is_dir():
            raise
        hint = error.hint
        if not isinstance(hint, Suggestion):
            hint = f"{hint}. {_LIST_TREES}" if hint else _LIST_TREES
        raise InvalidInput(error.found, where=name, expected=error.expected, hint=hint) from None
    suffix = path.suffix.lower()
    if suffix == ".efg":
        from trees.formats.efg import (
            read_efg,  # late, like the reader of tests, since most files are YAML
        )

        return _tree(label, read_efg(text, name, title=path.stem))
    if suffix == ".test":
        from trees.formats.cs188 import read_cs188

        return _tree(label, read_cs188(text, name, title=path.stem))
    return _read(text, name, label, path.stem)


def _read(text: str, name: str, label: str, title: str) -> Source:
    """Return the source described by a YAML or JSON text."""
    if is_nfg(text) or name.lower().endswith(MATRIX_SUFFIXES):
        raise InvalidInput(
            "this is a payoff matrix",
            where=f"{name}:1:1",
            expected="a tree or a position",
            hint=f"Try: plytrace matrix {'-' if label == 'stdin' else shlex.quote(label)}",
        )
    read = read_source(text, name, title=title)
    if isinstance(read, HandTree):
        return _tree(label, read)
    game = _position(read)
    return Source(label, game, "position", read.name or str(game))


def _position(read: PositionSource) -> AnyGame:
    """Return the game of a position in a file; add the file's place to errors."""
    with add_place(read.detail_where if read.game in games.GAMES else read.where):
        game = games.make_game(
            read.game, size=read.size, position=read.position, to_move=read.to_move
        )
        return change(game, terminal="evaluation") if read.terminal == "evaluation" else game


def _tree(label: str, tree: HandTree) -> Source:
    return Source(label, tree, "tree", tree.name)


# Open the SOURCE named in a saved file without running Python code unasked.
#
# Naming `race.py:Race` on the command line runs `race.py`. A saved match may name it too, but the
# user who opens the match may not have read it. So the code runs only if the user also names it
# with `--game`, or if this process has already run the file for the user.


def open_saved(source: str, *, game: str = "", again: str) -> Source:
    """Open the SOURCE that a saved file names."""
    source = source.strip()
    if source == "-":
        raise InvalidInput(
            "a game from standard input cannot be opened again", expected="a game from a file"
        )
    if not game:
        refuse_code(source, again=again)
        return open_source(source)
    saved = custom_games.find_class(source)
    if not saved:
        raise InvalidInput(
            f"the game is {source}, but --game names {game}",
            expected=f"no --game, since {source} is not a Python file",
        )
    rest = source[len(saved) :]
    is_whole = game.strip() in (custom_games.find_class(game), custom_games.find_class(game) + rest)
    if not is_whole or custom_games.find_class(game).rpartition(":")[2] != saved.rpartition(":")[2]:
        raise InvalidInput(
            f"the game is {saved}, but --game names {game}", expected=f"--game {shlex.quote(saved)}"
        )
    return open_source(custom_games.find_class(game) + rest)


def refuse_code(source: str, *, again: str) -> None:
    """Refuse a SOURCE that names Python code, unless this process has run that file before."""
    named = custom_games.find_class(source)
    if not named or custom_games.is_loaded(source):
        return
    raise InvalidInput(
        f"the game {named} is Python code, and opening a file never runs code",
        hint=f"If you trust {custom_games.find_file(source)}, allow it: "
        f"{again} --game {shlex.quote(named)}",
    )
