"""Opening a spec: a file, standard input, a text, or a ready one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.worksheet.ready import ready_names, ready_text
from tracer.worksheet.spec import Spec
from tracer.worksheet.spec_reader import SpecReader
from trees.files import printable, read_standard_input, read_text
from trees.quoting import quoted
from trees.yaml_nodes import YamlMap
from trees.yaml_text import NOTHING, read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["open_spec", "read_spec"]

_EXPECTED: Final = "a map with title: and problems:"


def open_spec(source: str) -> Spec:
    """The spec that a person names: a file, `-` for standard input, or a ready one.

    Raises:
        InvalidInput: there is none of that name, or it cannot be read.
    """
    if source.strip() == "-":
        return read_spec(read_standard_input(), "stdin")
    path = Path(source)
    if source in ready_names() and not path.is_file():
        return read_spec(ready_text(source), f"{source}.yaml")
    if not path.exists() and not path.suffix:
        raise InvalidInput(
            f"there is no spec {quoted(source)}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
        )
    return read_spec(read_text(path), printable(path))


def read_spec(text: str, name: str) -> Spec:
    """The spec that a YAML or JSON text holds.

    Args:
        text: the text.
        name: what errors call it; files that it names stand beside it.

    Raises:
        InvalidInput: something in it makes no sense, with the place.
    """
    try:
        document = read_yaml(text, name)
    except InvalidInput as error:
        if error.found == NOTHING:
            raise InvalidInput(error.found, where=error.where, expected=_EXPECTED) from error
        raise
    words = Words(name)
    if not isinstance(document, YamlMap):
        raise words.error(document, kind_of(document), _EXPECTED)
    return SpecReader(words, document).spec()
