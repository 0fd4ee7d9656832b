"""Working a tree by hand, without a misconception, is what the searches do."""

import random

from tests.support import naive_maxn as vectors
from tests.support import naive_star
from tests.support.cases import over
from tests.support.naive import random_lists
from tests.support.tables import table
from tracer import trace
from tracer.answers.answers import answers_of_trace, answers_of_work
from tracer.answers.hand_worker import HandWorker
from tracer.answers.shares_worker import worker_kind
from tracer.answers.work_tree import work_tree
from tracer.marking.keys.problem import ANY
from tracer.recording.fold import fold


def worked(found):
    tree = work_tree(found.game, found.settings, found.search)
    convention = found.settings.convention
    kind = worker_kind(HandWorker, tree)
    work = kind(tree, convention, windowed=found.has_window).run()
    return answers_of_work(tree, work)


OPTIONS = ({}, {"window": (-3.0, 3.0)}, {"bounds": (-6, 6)}, {"bounds": (-6, 7.5)})


@over("convention", ANY, ms=60)
@over("search", ["alphabeta", "minimax", "negamax"])
def test_hand_worked_answers_equal_those_of_the_recorded_search(convention, search):
    random_ = random.Random(f"{convention.name} {search}")
    for _ in range(40):
        tree = random_lists(random_, 4, (-6, 6), (1, 4), 0.15)
        for options in OPTIONS if search == "alphabeta" else ({},):
            found = trace(tree, search, convention, **options)
            assert worked(found) == answers_of_trace(found), (tree, options)


@over(("source", "options"), table(__file__, "hand-worker-games"))
def test_hand_worked_answers_equal_those_of_the_search_in_games_of_every_kind(source, options):
    found = trace(source, **options)
    assert worked(found) == answers_of_trace(found)


@over("convention", ANY, ms=45)
def test_star1_by_hand_equals_the_recorded_search(convention):
    random_, tried = random.Random(convention.name), 0
    if convention.returns == "fail-hard":
        return  # star1 refuses it
    for _ in range(40):
        tree = naive_star.random_tree(random_)
        leaves = naive_star.leaves_of(tree)
        bounds = float(min(leaves)) - random_.randint(0, 1), float(max(leaves)) + 1.5
        options = random_.choice([{}, {"bounds": bounds}, {"bounds": bounds, "window": (-1, 1.5)}])
        found = trace(naive_star.hand_tree(tree), "star1", convention, **options)
        assert worked(found) == answers_of_trace(found), (tree, options)
        tried += any(cut.at == found.name(0) or cut.skipped for cut in found.cutoffs)
    assert tried > 10


@over("rules", ["aima", "aima,cutoff=>,ties=last", "comp341", "cs188"], ms=45)
@over("bound", ["sum", "near", ""])
def test_hand_worked_vectors_equal_those_of_the_recorded_search(bound, rules):
    random_ = random.Random(f"{bound} {rules}")
    for _ in range(60):
        count = 2 if bound == "near" else random_.choice((2, 3, 3, 4))
        most = random_.choice((4, 6)) if bound == "sum" else None
        drawn = vectors.random_tree(random_, count, 4, most)
        options = {"sum": most} if bound == "sum" else {"near": 10} if bound == "near" else {}
        if bound == "near":
            drawn = _near(drawn, 10)
        found = trace(vectors.as_source(drawn, count), "maxn", rules, **options)
        assert worked(found) == answers_of_trace(found), (drawn, options)


def _near(tree, most):
    """The tree with the shares of P and Q clipped to a sum from −`most` to `most`."""
    if isinstance(tree, dict):
        return {**tree, "Q": max(-most - tree["P"], min(most - tree["P"], tree["Q"]))}
    mover, children = tree
    return mover, [_near(child, most) for child in children]


def test_tree_is_not_worked_if_its_order_learns_or_it_is_too_large():
    found = trace("tic-tac-toe@xo.|.x.|..o", order="killer")
    assert work_tree(found.game, found.settings) is None
    found = trace("tic-tac-toe", depth=2)
    assert work_tree(found.game, found.settings, most=80) is None


@over("convention", ANY, ms=45)
def test_window_at_return_equals_that_of_the_replay(convention):
    random_ = random.Random(f"left {convention.name}")
    for _ in range(25):
        found = trace(random_lists(random_, 4, (-6, 6), (1, 4), 0.15), "alphabeta", convention)
        tree = work_tree(found.game, found.settings)
        work = HandWorker(tree, convention, windowed=True).run()
        for row, node in enumerate(work.visits):
            last = fold(found, row, len([*found.log.children(row)]))
            if not tree.children[node]:
                last = None
            assert work.left[node] == ((last.alpha, last.beta) if last else work.entered[node])
