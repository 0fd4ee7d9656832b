"""Files that break the rules, and the message for each: the table of `test_malformed`."""

from tests.support.tables import table

#: For each group: the text, the line and column, and a part of the message.
CASES = [
    *table(__file__, "malformed"),
    ("players: [" + "max, " * 64 + "min]\ntree: 1\n", "1:10", "65 players"),
    (
        "root: chance\ntree:\n"
        + "".join(f"  - {{p: 1/{n}, node: 1}}\n" for n in range(1000, 1700)),
        "3:3",
        "the probabilities below an unnamed node sum",
    ),
]
