"""The laws of marking, each for random trees, conventions, keys and sheets."""

import os
import subprocess
import sys

CODE = """
import json
from tests.tracer.marking.laws.cases import make_case, spoil
for case in map(make_case, range(12)):
    claims = spoil(case, case.start())
    marked = case.grader._mark_all(claims, case.parts)
    print(json.dumps(marked.record()))
"""


def test_the_hash_seed_changes_no_record():
    found = set()
    for seed in range(3):
        settings = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", CODE]
        done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
