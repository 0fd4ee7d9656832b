"""The schema of a checked sheet's record, `plytrace.check/1`, from its documentation."""

import copy
from typing import Any, Final

from jsonschema import Draft202012Validator

#: The misconceptions by their published names.
MISCONCEPTIONS: Final = (
    *("min-maximizes", "bottom-cuts-only", "ends-swapped"),
    *("root-reset", "shallow-only", "window-reset", "one-variable", "wrong-bound"),
    *("leaking-bounds", "zero-unset", "strictness-flipped", "bound-as-exact", "one-sided-test"),
    *("max-min-swapped", "refuses-cutoff", "off-by-one-child", "rewritten-window"),
    *("alpha-replaced", "fail-hard-values", "depth-off-by-one", "leaf-perspective"),
    *("chance-misread", "right-to-left", "other-traversal", "other-count", "arithmetic-slip"),
)

#: The mistakes in answers about a letter.
LETTER_MISTAKES: Final = (
    *("tie-reversed", "whole-for-reals", "other-side", "returned-or-true"),
    *("other-node", "wrong-end"),
)

_POINTS: Final = {"type": "number", "minimum": 0}
_SAID: Final = {"type": "string", "minLength": 1}
_NOTES: Final = {"type": "array", "items": _SAID, "minItems": 1}
_STEP: Final = {"type": "integer", "minimum": 0}
_SLUG: Final = {"enum": [*MISCONCEPTIONS, *LETTER_MISTAKES]}


#: What a record has only if there is something to say.
_PERHAPS: Final = {
    "notes": _NOTES,
    "right": {"type": "object", "additionalProperties": _SAID},
    "overridden": {**_NOTES, "uniqueItems": True},
    "remark": _SAID,
    "follows": {"const": True},
}


def _exactly(**properties: Any) -> dict[str, Any]:
    """An object with these properties and no others, but perhaps notes and the like."""
    return {
        "type": "object",
        "properties": {**_PERHAPS, **properties},
        "required": [*properties],
        "additionalProperties": False,
    }


_PART: Final = {
    **_exactly(
        part=_SAID,
        score=_POINTS,
        max_score=_POINTS,
        ok={"type": "boolean"},
        message={"type": "string"},
    ),
    # What is not right says why.
    "if": {"properties": {"ok": {"const": False}}},
    "then": {"properties": {"message": _SAID}},
}

_DEPARTURE: Final = {
    "anyOf": [{"type": "null"}, _exactly(step=_STEP, node=_SAID, message=_SAID)],
}

_MISCONCEPTION: Final = _exactly(
    id=_SLUG,
    fit={"type": "number", "minimum": 0, "maximum": 1},
    first_shows_at=_STEP,
    message=_SAID,
)

_FIELDS: Final[dict[str, Any]] = {
    "schema": {"const": "plytrace.check/1"},
    "sheet": _SAID,
    "student": {"type": "string"},
    "score": _POINTS,
    "max_score": _POINTS,
    "convention": {"type": ["string", "null"]},
    "parts": {"type": "array", "items": _PART},
    "departure": _DEPARTURE,
    "misconceptions": {"type": "array", "items": _MISCONCEPTION},
    "indistinguishable": {"type": "array", "items": _SLUG, "uniqueItems": True},
    "read": {"type": "object", "additionalProperties": _SAID},
    "unread": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"line": _STEP, "text": {"type": "string"}},
            "required": ["line", "text"],
            "additionalProperties": False,
        },
    },
    "pending": {"type": "array", "items": _SAID, "uniqueItems": True},
}

#: The record of one sheet with full feedback: one that was marked, or one that could not be read.
RECORD: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "oneOf": [
        _exactly(
            **{
                **_FIELDS,
                "convention": _SAID,
                "parts": {**_FIELDS["parts"], "minItems": 1},
                "indistinguishable": {
                    **_FIELDS["indistinguishable"],
                    "not": {"minItems": 1, "maxItems": 1},
                },
            }
        ),
        _exactly(
            **{
                **_FIELDS,
                "score": {"const": 0},
                "convention": {"type": "null"},
                "parts": {"const": []},
                "departure": {"type": "null"},
                "misconceptions": {"const": []},
                "indistinguishable": {"const": []},
                "error": _SAID,
            }
        ),
    ],
}

VALIDATOR: Final = Draft202012Validator(RECORD)


def _of_a_set() -> dict[str, Any]:
    """The same of a problem set, where what is of one problem says of which."""
    record = copy.deepcopy(RECORD)
    number = {"type": "string", "pattern": "^[1-9][0-9]{0,2}$"}
    properties = record["oneOf"][0]["properties"]
    properties["parts"]["items"]["properties"]["part"] = {"pattern": "^[1-9][0-9]{0,2} [a-z]+$"}
    of_one = [properties["departure"]["anyOf"][1], properties["misconceptions"]["items"]]
    for one in of_one:
        one["properties"] |= {"problem": number, "message": {"pattern": "^Problem [1-9]"}}
        one["required"].append("problem")
    return record


SET_RECORD: Final = _of_a_set()
