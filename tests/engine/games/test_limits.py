"""The smallest and largest sizes of each game are accepted, and the next ones refused."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from trees.sources import open_source

TAKEN = [
    *("race:1,1", "race:10000,1000", "race:10,3@0", "race:10,3@12"),
    *("nim:0", "nim:1000", "nim:" + ",".join(["1"] * 20), "nim:3,5@3-5", "nim:3,5@0-0"),
    *("mnk:1,1,1", "mnk:8,8,8", "mnk:16,4,2", "mnk:64,1,3", "mnk:4,3,4"),
    *("connect-four:8,8", "connect-four:16,4", "connect-four:4,1", "connect-four:1,4"),
    *("connect-four@1", "connect-four@7", "connect-four@111111"),
    *("reversi:8", "reversi:2,4", "reversi:1,3@B.W", "reversi:8@" + "|".join(["BW......"] * 8)),
    *("navigation:100,100", "navigation:2,1@1,1 to 2,1", "navigation@7,7", "navigation@1,1"),
    *("navigation@4,4 to 4,1 in 10000", "navigation@4,4 to 4,1 in 0"),
]
REFUSED = [
    *("race:0,1", "race:10001,3", "race:10,0", "race:10,1001", "race:10,3@13", "race:10,3@-1"),
    *("nim:1001", "nim:" + ",".join(["1"] * 21), "nim:3,5@4-5", "nim:3,5@3", "nim:3,5@3-5-1"),
    *("mnk:0,1,1", "mnk:13,5,3", "mnk:65,1,3", "mnk:3,3,0", "mnk:4,3,5"),
    *("connect-four:13,5", "connect-four:3,3", "connect-four:4,0"),
    *("connect-four@0", "connect-four@8", "connect-four@1111111"),
    *("reversi:9", "reversi:2", "reversi@BW", "reversi:8@" + "|".join(["BW......"] * 9)),
    *("navigation:101,7", "navigation:1,1", "navigation@8,7", "navigation@0,1"),
    *("navigation@4,4 to 4,1 in 10001", "navigation@4,4 to 4,0"),
]


@over("source", TAKEN)
def test_smallest_and_largest_sizes_are_accepted(source):
    game = open_source(source).game
    assert game.parse(game.format(game.initial)) == game.initial


@over("source", REFUSED)
def test_sizes_beyond_the_limits_are_refused(source):
    with pytest.raises(InvalidInput) as caught:
        open_source(source)
    assert caught.value.expected
