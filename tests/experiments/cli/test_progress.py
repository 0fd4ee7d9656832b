"""Progress: a line that changes on a terminal, an occasional line on a pipe."""

import re

import pytest

from tests.cli.conftest import call


@pytest.mark.parametrize("extra", [(), ("--record", "counts"), ("-f", "json")])
def test_search_at_its_ceiling_keeps_its_beginning_and_says_what_to_do(call, extra):
    search = "transposition" if "counts" in extra else "alphabeta"
    code, out, err = call(
        "trace", "connect-four", "-a", search, "--depth", "inf", "--memory", "4M", *extra
    )
    assert code == 0
    assert re.search(r"note: stopped at [\d,]+ visits, its ceiling of memory: ", err)
    assert "choose a depth (--depth 7), or allow more with --memory; the " in err
    assert "memory" in out
    assert "visited" in out
