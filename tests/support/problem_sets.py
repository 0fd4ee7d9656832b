"""Problem sets made by hand: all kinds of problems, and texts that a writer might take for code."""

import random

from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.diagrams import board_of_game, diagram_of, worksheet_of
from tracer.worksheet.contents.model import (
    Answer,
    Blank,
    SheetProblem,
    SheetQuestion,
    Solution,
    Worksheet,
)
from trees.building import TreeEdge, TreeNode, build

THREE_PLIES = "[[[3,17],[2,12]],[[15,25],[0,2]],[[5,3],[2,14]]]"
CHANCE = (
    "tree: {id: A, children: [{id: B, player: chance, children: [{p: 1/3, node: 4}, "
    "{p: 2/3, node: [1, 9]}]}, {id: C, player: chance, children: [{p: 1/2, node: 5/3}, "
    "{p: 1/2, node: -2}]}]}\n"
)
INSTRUCTIONS = """Work the problems **by hand**. Children are visited *from left to right*.

1. Cut off where v ≥ β at MAX, where v ≤ α at MIN.
2. Write ∞ for infinity, and `-` for nothing.
   - Fractions such as 5/3 stay fractions.

See [the notes](https://example.org/notes?a=1&b=2#alpha_beta), or <https://example.org>.

| sign | who |
| :--- | ---: |
| △ | MAX |
| ▽ | MIN |
"""


def wide_tree(leaves):
    """Return a tree of two plies with a given number of leaves."""
    draw = random.Random(1)
    fans = max(2, round(leaves**0.5))
    return build(
        TreeNode(
            edges=[
                TreeEdge(
                    TreeNode(
                        edges=[
                            TreeEdge(TreeNode(value=draw.randint(-9, 99)), None, None)
                            for _ in range(place, leaves, fans)
                        ]
                    ),
                    None,
                    None,
                )
                for place in range(fans)
            ]
        ),
        name=f"{leaves} leaves",
    )


def searched(number, title, source, statement, **options):
    """A problem with a tree to be searched, and what is right in it."""
    t = trace(source, **options)
    inner = [t.game.node_name(t.game.initial, ())] if not t.game.named_by_path else ["root"]
    names = inner + [one.id for one in t.visits if one.depth == 1][:8]
    names = list(dict.fromkeys(names))
    values = {one.id: one for one in t.visits}
    from tracer.text.numbers import show_number

    def shown(name):
        return show_number(values[name].value) if name in values else "–"

    questions = (
        SheetQuestion("visits", 3, "List the nodes in the order of the visits.", Blank(lines=2)),
        SheetQuestion(
            "values",
            2.5,
            "What does each of these nodes return?",
            Blank(("node", "value"), tuple(names)),
        ),
        SheetQuestion(
            "cutoffs",
            4,
            "Where does the search cut off, with which **window**, and what is skipped?",
            Blank(("at", "α", "β", "skipped"), ("",) * 4),
        ),
        SheetQuestion("value", 1, "The value of the tree.", Blank()),
    )
    answers = {
        "visits": Answer(" ".join(one.id for one in t.visits)),
        "values": Answer("in the table", tuple((name, shown(name)) for name in names)),
        "cutoffs": Answer(
            "none",
            tuple(
                (
                    one.at,
                    show_number(one.alpha),
                    show_number(one.beta),
                    " ".join(one.skipped) or "–",
                )
                for one in t.cutoffs
            ),
            "The bounds before or after the last child count alike.",
        ),
        "value": Answer(show_number(t.value)),
    }
    show = "windows" if t.has_window else "key"
    return (
        SheetProblem(number, title, statement, worksheet_of(t.game), (), questions),
        Solution(
            diagram_of(t, show=show),
            answers,
            "Convention aima; comp341 and cs188 are accepted too.",
        ),
    )


def matrix_problem(number):
    table = (
        ("", "left", "middle", "right"),
        ("up", "3, 1", "0, 0", "−1, 5/2"),
        ("down", "1, 1", "2, 4", "0, ∞"),
    )
    question = SheetQuestion("equilibria", 4, "Which *pairs* are equilibria?", Blank(lines=2))
    return (
        SheetProblem(
            number, "A game in normal form", "The row player is first.", None, table, (question,)
        ),
        Solution(None, {"equilibria": Answer("(up, left) (down, middle)")}, ""),
    )


def board_problem(number):
    t = trace("tic-tac-toe@xox|xxo|o..")
    question = SheetQuestion("move", 1, "Whose turn is it, and what is the best move?", Blank())
    return (
        SheetProblem(number, "A position", "X moves.", board_of_game(t.game), (), (question,)),
        Solution(diagram_of(t), {"move": Answer(str(t.move))}, ""),
    )


def problem_set(tmp_path):
    """A worksheet with every kind of problem, and its solutions."""
    dice = tmp_path / "dice.yaml"
    dice.write_text(CHANCE, encoding="utf-8")
    made = [
        searched(1, "Three plies", THREE_PLIES, "Run **alpha-beta** on this tree."),
        board_problem(2),
        matrix_problem(3),
        searched(4, "Chance", dice, "Run expectiminimax; α and β are not used."),
        searched(5, "Sixty leaves", wide_tree(60), "A wide tree."),
        searched(6, "The end of a game", "tic-tac-toe@xox|xxo|o..", "Search this position."),
    ]
    tasks, solutions = zip(*made, strict=True)
    sheet = Worksheet(
        "Problem set 4: adversarial search",
        "COMP 341",
        "due 3 May",
        "7",
        INSTRUCTIONS,
        tasks,
    )
    return sheet, tuple(solutions)


#: What a writer might take for code of LaTeX, Typst, HTML or CSS. None has an asterisk, a backtick
#: or a bracket, which Markdown would take for its own.
HOSTILE = table(__file__, "hostile-texts")
LONG = "A_rather-long.name" * 11 + "!!"  # 200 signs


def hostile_set():
    """A problem whose every text is all of `HOSTILE`, also as a key."""
    text = "; ".join(HOSTILE)
    tree = build(
        TreeNode(
            id=HOSTILE[0],
            edges=[
                TreeEdge(TreeNode(id=f"{place}{word}", value=place), word, None)
                for place, word in enumerate(one.replace(" ", "_") for one in HOSTILE[:6])
            ],
        ),
        name=text,
    )
    t = trace(tree)
    escaped = text.replace("\\", "\\\\").replace("&", "&amp;").replace("_", r"\_")
    escaped = escaped.replace("<", r"\<")
    questions = (
        SheetQuestion("visits", 1, escaped, Blank(lines=2)),
        SheetQuestion("values", 0.5, escaped, Blank((text, "b", LONG), (text, LONG))),
    )
    answers = {
        "visits": Answer(text, remark=text),
        "values": Answer("", ((text, text, "x"), (LONG, "y", LONG)), text),
    }
    task = SheetProblem(1, text, escaped, worksheet_of(tree), ((text, "h"), ("g", LONG)), questions)
    sheet = Worksheet(LONG, text, text, text, escaped, (task,))
    solution = Solution(diagram_of(t, show="windows"), answers, escaped)
    return sheet, (solution,)


def squeezed(text):
    """A text without spaces, line ends and places to break, as what reads a page has them."""
    return "".join(text.replace("\u200b", "").split())
