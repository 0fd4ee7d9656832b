"""Gradescope's `results.json` as its documentation describes it, as a JSON schema.

https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from tests.support.tables import schema

RESULTS_SCHEMA = schema("gradescope_results")
