"""The files that a key is made of: its own, and the tree or game that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import InvalidInput, UsageError
from engine.games import GAMES, own
from trees.files import printable, read_text
from trees.library import library_names
from trees.sources import open_source
from trees.yaml_nodes import YamlMap, YamlScalar
from trees.yaml_text import read_yaml

__all__ = ["KeyFiles", "key_files"]


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """A key as it is named where all of its files lie in one folder.

    Args:
        key: what names the key from inside that folder.
        files: the files, by their paths inside that folder, as POSIX writes paths.
    """

    key: str
    files: dict[str, Path] = field(default_factory=dict)


def key_files(key: str | Path) -> KeyFiles:
    """Find the files that have to go wherever a key goes.

    Args:
        key: a key's file, or any other SOURCE.

    Raises:
        InvalidInput: there is no such key, or it names a file outside of its own folder.
        UsageError: it is `-`, which is read only once.
    """
    text = str(key)
    if text.strip() == "-":
        raise UsageError(
            "a key on standard input cannot be graded with later", expected="a file or a SOURCE"
        )
    named = Path(key) if isinstance(key, Path) else _named_file(text, Path())
    if named is None:
        open_source(text)  # what cannot be opened here cannot be opened there
        return KeyFiles(text)
    if own.is_in_a_file(text):
        open_source(text)
        return KeyFiles(named.name + text.strip()[len(str(named)) :], {named.name: named})
    content = read_yaml(read_text(named), printable(named))
    files = {named.name: named}
    entry = content.entries.get("source") if isinstance(content, YamlMap) else None
    if entry and isinstance(entry[1], YamlScalar):
        source = entry[1]
        needed = _named_file(source.text, named.parent)
        if needed:
            if not _is_inside(needed, named.parent):
                raise InvalidInput(
                    f"the source {source.text} is outside of the key's folder, so it cannot go "
                    "with the key",
                    where=f"{printable(named)}:{source.line}:{source.column}",
                    hint="Put it beside the key",
                )
            if not needed.is_file():
                raise InvalidInput(
                    f"there is no file {printable(needed)} that the source names",
                    where=f"{printable(named)}:{source.line}:{source.column}",
                )
            files[needed.relative_to(named.parent).as_posix()] = needed
    return KeyFiles(named.name, files)


def _named_file(source: str, folder: Path) -> Path | None:
    """The file that a SOURCE names, by the order in which `open_source` goes about it."""
    bare = source.strip()
    if not bare or bare.startswith(("[", "{")):
        return None
    if own.is_in_a_file(bare):
        end = bare.index(".py") + len(".py")
        return folder / bare[:end]
    if bare in library_names() or bare in GAMES:
        return None
    try:
        return folder / source if (folder / source).is_file() else None
    except (OSError, ValueError):  # too long for a name, or not one at all
        return None


def _is_inside(file: Path, folder: Path) -> bool:
    """Whether a path stays below a folder on its way; a link may lead where it likes."""
    return file.is_relative_to(folder) and ".." not in file.relative_to(folder).parts
