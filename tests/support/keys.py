"""Keys of answer sheets, read from texts."""

import json
from typing import Any

from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet, read_key_text


def key_of(key: str | dict[str, Any]) -> Problem | ProblemSet:
    """Return the key of a text, or of its entries, as if it were in the file key.yaml."""
    return read_key_text(key if isinstance(key, str) else json.dumps(key), "key.yaml", "key")
