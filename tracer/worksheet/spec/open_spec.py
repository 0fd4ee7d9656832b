"""Opening a spec: a file, standard input, a text, or a ready one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from tracer.worksheet.ready import ready_names, ready_text
from tracer.worksheet.spec.spec import Spec
from tracer.worksheet.spec.spec_reader import SpecReader
from trees.files import printable_name, read_standard_input, read_text
from trees.text.quoting import quote, shorten
from trees.yaml.yaml_fields import FieldReader, describe_kind
from trees.yaml.yaml_nodes import YamlMap
from trees.yaml.yaml_text import NOTHING, read_yaml


_EXPECTED: Final = "a mapping with title: and problems:"


def open_spec(source: str | Path) -> Spec:
    """Read the spec that the user names: a file, `-` for standard input, or a ready spec."""
    if not isinstance(source, str | os.PathLike):
        raise InvalidInput(
            f"a worksheet cannot be made from {shorten(repr(source))}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
        )
    source = os.fspath(source)
    if source.strip() == "-":
        return read_spec(read_standard_input(), "stdin")
    path = Path(source)
    if source in ready_names() and not path.is_file():
        return read_spec(ready_text(source), f"{source}.yaml")
    if not path.exists() and not path.suffix:
        raise InvalidInput(
            f"there is no spec {quote(source)}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
            hint=did_you_mean(source[:100], ready_names()) or "Try: plytrace worksheet --list",
        )
    return read_spec(read_text(path), printable_name(path))


def read_spec(text: str, name: str) -> Spec:
    """Read a spec from a YAML or JSON text."""
    try:
        document = read_yaml(text, name)
    except InvalidInput as error:
        if error.found == NOTHING:
            raise InvalidInput(error.found, where=error.where, expected=_EXPECTED) from error
        raise
    words = FieldReader(name)
    if not isinstance(document, YamlMap):
        raise words.error(document, describe_kind(document), _EXPECTED)
    return SpecReader(words, document).spec(text)
