"""Malicious files are refused at once, in little memory: each is opened in its own process.

The limits asserted here are generous for busy machines; the promise is a second and 200 MB.
"""

import os
import subprocess
import sys

import pytest

from tests.support.cases import over
from trees.files import LARGEST_FILE
from trees.formats.tree_yaml import MAX_EDGES, MAX_NODES
from trees.yaml.yaml_text import MAX_EVENTS, MAX_NESTING

MEGABYTES = 200
SECONDS = 120

PROGRAM = """
import sys
from pathlib import Path
from engine.errors import InvalidInput
from trees.sources import open_source
try:
    open_source(sys.argv[1])
    print("read")
except InvalidInput as error:
    print(error)
# Not getrusage: its peak counts what the parent held as this process was split off from it.
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else ["VmHWM: 0 kB"]
print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024)
"""


def opened(path):
    """Return the message about a file, and the megabytes used."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    message, megabytes = done.stdout.splitlines()
    return message, int(megabytes)


def doubling(levels):
    """Every node is its predecessor twice: 2^levels paths in a few lines."""
    nodes = ["  - &n0 {player: max, children: {x: 1, y: 2}}"]
    for n in range(1, levels):
        inner = f"{{player: min, children: {{z: *n{n - 1}}}}}"
        nodes.append(f"  - &n{n} {{player: max, children: {{x: *n{n - 1}, y: {inner}}}}}")
    return "tree:\n" + "\n".join(nodes) + "\n"


LAUGHS = "tree:\n  - &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
    f"  - &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)
SHARED_CHILDREN = (
    "tree:\n  - {children: &k [" + "1, " * 15_000 + "1]}\n" + "  - {children: *k}\n" * 5_000
)
MANY_FRACTIONS = "root: chance\ntree:\n" + "".join(
    f"  - {{p: 1/{n}, node: 3}}\n" for n in range(4_000, 12_000)
)
LEAVES = MAX_NODES - 2

HURTFUL = {
    "deep brackets": ("[" * 100_000, "nested deeper"),
    "deep braces": ("{a: " * 100_000, "nested deeper"),
    "deep dashes": ("- " * 100_000, "nested deeper"),
    "deep keys": ("? " * 100_000, "the key of a mapping cannot be a map"),
    "deep by indentation": ("\n".join(" " * n + "a:" for n in range(2_000)), "nested deeper"),
    "much inside deep brackets": ("[" * 999 + "1, " * 200_000, "brackets"),
    "nodes without end": ("[" + "1, " * 600_000, f"more than {MAX_EVENTS:,} items"),
    "an error in the last leaf": ("[" + "1, " * LEAVES + "xy]", "'xy' is not a number"),
    "an error in the last map": ("- {value: 1}\n" * 10_000 + "- {valu: 1}", "Did you mean value?"),
    "an error in the last move": (
        "tree:\n  children:\n"
        + "".join(f"    m{n}: {n}\n" for n in range(MAX_EVENTS // 2 - 10))
        + "    '': 1",
        "a move is empty",
    ),
    "an open bracket": ("[" + "1, " * LEAVES, "the end of the file"),
    "a billion laughs": (LAUGHS, "more than 1,000,000 nodes"),
    "a bomb of two-way paths": (doubling(2_000), "more than 1,000,000 nodes"),
    "children shared too often": (SHARED_CHILDREN, f"more than {MAX_EDGES:,} moves"),
    "no common denominator": (MANY_FRACTIONS, "common denominator"),
    "a number of a million digits": ("[" + "9" * 1_000_000 + "]", "characters"),
    "a number with a great exponent": (
        "root: chance\ntree: [{p: 1e-99999999, node: 1}]",
        "above 0",
    ),
    "a name of a million letters": ("{tree: {id: " + "a" * 1_000_000 + ", value: 1}}", "64"),
    "a key of a million letters": ("a" * 1_000_000 + ": 1", "the text is not valid YAML"),
    "many tag directives": ("%TAG !a! tag:a,1:\n" * 100_000 + "--- 1", "%TAG"),
    "many anchors": (
        "[" + ", ".join(f"&anchor{n} 1" for n in range(LEAVES)) + ", *anchorx]",
        "*anchorx is not defined",
    ),
    "many players": ("tree: [1]\nplayers: [" + "max, " * 40_000 + "]", "40,000 players"),
    "escapes without end": (
        '["' + "\\ud83d\\ude00" * 150_000 + "\\ud83d",
        "the text is not valid YAML",
    ),
    "backslashes without end": ('["' + "\\" * 1_999_999, "the text is not valid YAML"),
    "comments without end": ("#\n" * 1_000_000, "the file is empty"),
    "a file too large": ("#" * (LARGEST_FILE + 1), "MiB"),
}


EFG = 'EFG 2 R "" { "1" "2" }\n'
CHAIN = "".join(f"s{n} m s{n + 1}\n" for n in range(MAX_NODES - 1))
DOUBLED = "".join(f"s{n} {move} s{n + 1}\n" for n in range(200) for move in "ab")
NOT_YAML = {
    "deep nodes": (
        ".efg",
        EFG + "".join(f'p "" 1 {n} {{ "a" }} 0\n' for n in range(80_000)),
        "the tree is deeper than 1,000 levels",
    ),
    "actions without end": (".efg", EFG + 'p "" 1 1 { ' + '"a" ' * 400_000, "65,535 actions"),
    "a text without end": (".efg", EFG + 't "' + "\\" * 1_000_000, 'a text has no closing "'),
    "many texts without ends": (".efg", EFG + 't ""' * 400_000, "the outcome's number"),
    "white space without end": (".efg", EFG + " \n" * 900_000, "the file has no node"),
    "shares without a common denominator": (
        ".efg",
        EFG
        + 'c "" 1 { '
        + " ".join(f'"{n}" 1/{n}' for n in range(4_000, 12_000))
        + " } 0\n"
        + 't "" 0\n' * 8_000,
        "common denominator",
    ),
    "chance that stands again": (
        ".efg",
        EFG
        + 'c "" 1 { '
        + "".join(f'"{n}" 1/9000 ' for n in range(9_000))
        + "} 0\n"
        + 'c "" 1 0 ' * 900,
        "25,000 nodes",
    ),
    "a bomb of ways": (".test", DOUBLED, "more than 1,000,000 nodes"),
    "states without end": (".test", CHAIN + "x m y\n", "25,000 states"),
    "words without end": (".test", "a " * 900_000 + "\n", "words"),
}


@over(
    ("suffix", "text", "expected"),
    [*((".yaml", *case) for case in HURTFUL.values()), *NOT_YAML.values()],
    ms=90,
)
def test_malicious_file_is_refused_in_little_memory(tmp_path, suffix, text, expected):
    if suffix == ".test":
        head = 'class: "GraphGameTreeTest"\nnum_agents: "1"\nstart_state: "s0"\nsuccessors: """\n'
        value = f"s{MAX_NODES - 1} 1\ns200 1\n"
        text = f'{head}{text}"""\nevaluation: """\n{value}"""\n'
    file = tmp_path / f"hurtful{suffix}"
    file.write_text(text, encoding="utf-8")
    message, megabytes = opened(file)
    assert expected in message
    assert f"{file}:" in message
    assert megabytes < MEGABYTES


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a device of Unix")  # noqa: PTH110
def test_endless_device_is_refused_by_its_size():
    message, megabytes = opened("/dev/zero")
    assert "the file is larger than 2 MiB" in message
    assert megabytes < MEGABYTES


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are Unix's")
def test_pipe_without_a_writer_does_not_block(tmp_path):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    message, _ = opened(pipe)
    assert "the file is empty" in message


def test_the_largest_tree_is_read(tmp_path):
    file = tmp_path / "largest.yaml"
    file.write_text("[" + "1, " * (LEAVES + 1) + "]")
    assert opened(file)[0] == "read"


def test_the_deepest_tree_is_read(tmp_path):
    file = tmp_path / "deepest.yaml"
    file.write_text("[" * MAX_NESTING + "1" + "]" * MAX_NESTING)
    assert opened(file)[0] == "read"
