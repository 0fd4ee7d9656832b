"""The log, compared with a C program that writes the same columns: bench/floor.c."""

import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from engine.games import make_game
from engine.search import run_search
from engine.searches.settings import Settings
from tests.support.cases import over
from tests.support.tables import table

COMPILER = shutil.which("cc")
FLOOR = Path(__file__).parents[3] / "bench" / "floor.c"


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@over("defined, source, search, depth", table(__file__, "floor"), ms=120)
def test_kernel_rows_equal_those_of_a_c_program(tmp_path, defined, source, search, depth):
    program = tmp_path / "floor"
    command = [COMPILER, "-O1", "-DROWS", *defined, "-o", program, FLOOR]
    subprocess.run(command, check=True, capture_output=True)
    words = [program, "1"] if depth is None else [program, "1", str(depth)]
    visits, value, _, checksum = subprocess.run(
        words, check=True, capture_output=True, text=True
    ).stdout.split()
    name, _, size = source.partition(":")
    log = run_search(make_game(name, size=size), search, Settings(depth=depth)).log
    assert (len(log), log.value[0]) == (int(visits), float(value))
    columns = b"".join(column.tobytes() for column in log.columns().values())
    assert f"{zlib.crc32(columns):08x}" == checksum
