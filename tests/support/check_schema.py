"""The schema of a checked sheet's record, `plytrace.check/1`, from its documentation."""

import copy
from typing import Any, Final

from jsonschema import Draft202012Validator

from tests.support.tables import schema

#: The record of one sheet with full feedback: one that was marked, or one that could not be read.
RECORD: Final = schema("check")
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
