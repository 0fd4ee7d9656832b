"""Lessons about several players: their games and exercises, and what the lesson says."""

from fractions import Fraction

from tests.support.cases import over
from tests.support.lessons import lesson_of
from tests.support.naive_maxn import Shallow, backed_up
from tests.support.tables import table
from tests.tracer.lesson.test_exercises import exercise_of
from tracer import trace
from tracer.lesson.facts import fact_of
from tracer.lesson.lint import lint
from tracer.lesson.session import LessonSession
from tui.lessons import open_lesson


def lesson(pages):
    return lesson_of(pages, "{source: three-players, search: maxn}")


def plain_tree(game, state=None):
    """A tree of the package as `tests.support.naive_maxn` takes it."""
    state = game.initial if state is None else state
    if game.is_terminal(state):
        return dict(zip(game.share_names, map(Fraction, game.shares(state)), strict=True))
    children = [game.result(state, move) for move in game.actions(state)]
    return game.player_name(state), [plain_tree(game, child) for child in children]


# Games of several players ----------------------------------------------------------------------


def test_game_of_several_players_is_won_by_foreseeing_the_others():
    session = LessonSession(open_lesson("several-players"), "s")
    feedback = session.answer("C")
    assert not feedback.is_right
    assert "The game was C, G, G1. It ends with **(3, 5, 1)**." in feedback.text
    assert "What Ben saw after C: F is worth (2, 3, 4), G is worth (3, 5, 1)." in feedback.text
    assert session.answer("B").is_right


@over(("page", "message"), table(__file__, "vector_pages_refused"))
def test_page_that_cannot_be_played_is_refused(page, message):
    (fault,) = lint(lesson(f"  - {page}\n"))
    assert message in str(fault)


# Exercises -------------------------------------------------------------------------------------


@over("seed", [f"seed {n}" for n in range(12)], ms=45)
def test_vectors_of_an_exercise_agree_with_a_plain_program(seed):
    exercise = exercise_of("{vectors: {plies: 3, branching: 2..3}, ask: [values, move]}", seed)
    game, found = exercise.topic.problem.source, exercise.topic.trace
    tree = plain_tree(game)
    assert dict(zip(game.share_names, found.shares(0), strict=True)) == backed_up(tree)
    for one in found.walk():
        shares = dict(zip(game.share_names, found.shares(one.row), strict=True))
        assert shares == backed_up(plain_tree(game, found.state(one.row)))
    assert all(sum(game.shares(leaf)) == 10 for leaf in game.known_leaves())
    # Who looks at the first player's share alone is wrong.
    assert found.shares(0)[0] < max(game.shares(leaf)[0] for leaf in game.known_leaves())
    assert not has_tie(tree)


def has_tie(tree):
    """Whether a player is indifferent between two children."""
    if isinstance(tree, dict):
        return False
    mover, children = tree
    shares = sorted(backed_up(child)[mover] for child in children)
    return shares[-2] == shares[-1] or any(map(has_tie, children))


@over("seed", [f"seed {n}" for n in range(12)], ms=45)
def test_pruning_of_an_exercise_agrees_with_a_plain_program(seed):
    exercise = exercise_of("{vectors: {branching: 2..3, skips: 1..2}, ask: [visits]}", seed)
    plain = Shallow(Fraction(10))
    plain.run(plain_tree(exercise.topic.problem.source))
    assert len(exercise.right.split()) == len(plain.visits)
    assert 1 <= exercise.topic.trace.counts.skipped <= 2
    assert exercise.answer(exercise.right).is_right
    whole = " ".join(exercise.next_tree().topic.problem.source.ids)
    assert not exercise.next_tree().answer(whole).is_right


def test_lint_reports_trees_that_do_not_exist():
    page = "  - exercise: {vectors: {sum: 1, plies: 1, players: [X, Y]}, ask: [values]}\n"
    (fault,) = lint(lesson(page))
    assert "trees has the requested properties" in str(fault)


# What the lesson says --------------------------------------------------------------------------


def page_about(word):
    """Return the trace of the page of the lesson whose text has a word."""
    for page in open_lesson("several-players").pages:
        if word in page.text:
            problem = page.about
            return trace(problem.source, problem.search.name, **problem.search.options)
    raise AssertionError(word)


def deeply(tree, most, mine, above):
    """Max^n that also cuts by the shares of the players `above`, as alpha-beta would."""
    if isinstance(tree, dict):
        return tree
    mover, children = tree
    best = None
    for child in children:
        found = deeply(child, most, mover, above if best is None else above | {mover: best[mover]})
        if best is None or found[mover] > best[mover]:
            best = found
        if any(most - best[mover] <= share for name, share in above.items() if name != mover):
            break
    return best


def test_deep_cutoff_of_the_lesson_changes_the_vector():
    found = page_about("Alpha-beta has **deep** cutoffs")
    tree = plain_tree(found.game)
    assert [*deeply(tree, 10, None, {}).values()] == [6, 3, 1]
    assert [*backed_up(tree).values()] == [5, 3, 2] == [*map(int, found.shares(0))]
    assert found.counts.skipped == 0


def test_paranoid_move_of_the_lesson_is_another_one():
    assert page_about("is **paranoid**").move == "C"
    assert page_about("Three players now").move == "B"


def test_nearly_zero_sum_tree_of_the_lesson_is_pruned_twice():
    found = page_about("**nearly** zero-sum")
    end = len(found.replay) - 1
    assert fact_of(found, end, "skipped").answer == "C2 D2"
