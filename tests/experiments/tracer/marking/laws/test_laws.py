"""The laws of marking, each for random trees, conventions, keys and sheets."""

import json
import os
import subprocess
import sys

CODE = """
import json
from tests.tracer.marking.laws.cases import make_case, spoil
from tests.tracer.marking.laws.test_laws import record_of
print(json.dumps([record_of(seed) for seed in range(12)]))
"""


def test_the_hash_seed_changes_no_record():
    found = set()
    for seed in range(3):
        settings = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", CODE]
        done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
        found.add(json.dumps(json.loads(done.stdout)))
    assert len(found) == 1
