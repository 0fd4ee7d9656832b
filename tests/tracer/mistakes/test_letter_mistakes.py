"""The mistakes behind wrong answers about a letter."""

import random
from fractions import Fraction

from tests.support.cases import over
from tests.support.naive import random_lists
from tracer import ask, check
from tracer.ask.intervals import find_numbers, numbers_text
from tracer.generate.tree_facts import task_of
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.mistakes import LETTER_MISTAKES, MISCONCEPTIONS
from trees.sources import set_letters

#: Mistakes that say one thing of the whole tree, and those of one place or of writing.
OF_PLACES = {
    *("arithmetic-slip", "other-count", "other-traversal", "rewritten-window"),
    *("depth-off-by-one", "strictness-flipped"),
}


def key_file(folder, question, tree, more="accept: [aima]\n"):
    path = folder / "key.yaml"
    path.write_text(f"tree: {tree}\nask: {question}\n{more}", encoding="utf-8")
    return str(path)


def named(key, text):
    return [one.slug for one in check(key, {"numbers": text}).findings]


@over("seed", range(12), ms=45)
def test_the_mistake_of_a_wrong_program_is_named_and_a_right_answer_has_none(seed, tmp_path):
    rng = random.Random(seed)
    tree = random_lists(rng, rng.randint(2, 3), (0, 9))
    place = tree
    while isinstance(place[0], list):
        place = rng.choice(place)
    place[rng.randrange(len(place))] = "x"
    opened = set_letters(tree, {"x": 0})
    word = rng.choice(["pruned", "visited"])
    node = rng.choice(opened.game.ids[1:])
    key = key_file(tmp_path, f"{word} {node}", str(tree).replace("'", ""))
    convention = read_key(key).accept[0]
    ends = {Fraction(value) for value in opened.game.values if value is not None}
    right = ask(tree, f"{word} {node}")
    assert check(key, {"numbers": right.text}).findings == ()

    def answers(kind, at, number):
        game = set_letters(tree, {"x": number}).game
        task = task_of(game, "alphabeta", convention)
        readings = [*kind.readings(task)]
        return readings[at].answers if at < len(readings) and not readings[at].where else None

    for slug in sorted(MISCONCEPTIONS.keys() - OF_PLACES):
        kind = MISCONCEPTIONS[slug]
        for at in range(2):
            if any(answers(kind, at, number) is None for number in ends):
                break
            wrong = find_numbers(
                lambda number, kind=kind, at=at: (
                    (node in answers(kind, at, number).visits) == (word == "visited")
                ),
                ends,
            )
            text = numbers_text(wrong, "x")
            if text != right.text:
                assert set(named(key, text)) & {slug, *LETTER_MISTAKES}, (slug, text)
                if not set(named(key, text)) & LETTER_MISTAKES.keys():
                    assert slug in named(key, text)


@over("seed", range(8), ms=45)
def test_mistakes_of_a_key_are_wrong_and_named_as_in_marking(seed, tmp_path):
    rng = random.Random(seed)
    tree = random_lists(rng, 2, (0, 9))
    rng.choice(tree)[0] = "x"
    opened = set_letters(tree, {"x": 0})
    whole = rng.random() < 0.3
    question = rng.choice(
        [f"pruned {opened.game.ids[-1]}", f"visited {opened.game.ids[-2]}", "move B", "value A=5"]
    )
    more = f"accept: [aima]\nwhole: {'true' if whole else 'false'}\n"
    key = key_file(tmp_path, question, str(tree).replace("'", ""), more)
    part = grader_of(read_key(key)).items["numbers"]
    found = [*part.mistaken()]
    assert len(found) == len({claim for claim, _ in found})
    for claim, slugs in found:
        marked = check(key, {"numbers": part.show(claim)})
        assert marked.score == 0
        assert tuple(one.slug for one in marked.findings) == slugs
