"""Every step of a search in one plain sentence that names the bounds compared."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.game import Player
from engine.log import NO_PARENT, Flag
from tracer.called import Names, called
from tracer.fold import Fold, fold
from tracer.playouts import chosen_because, root_moves
from tracer.pseudocode import listing
from tracer.recording import Recording
from tracer.steps import Event, EventKind, Frame
from tracer.values import show_number, show_window

__all__ = ["because", "holder_of", "sentence"]

#: Moves whose visits are told after the last iteration.
_MOST_MOVES = 8


def sentence(trace: Recording, event: Event, stack: Sequence[Frame]) -> str:
    """What happens at a step, in one sentence; of negamax also as MIN sees it.

    Args:
        trace: the search.
        event: the step's event.
        stack: the open nodes after it, the root first.
    """
    told = _told(trace, event, stack)
    frame = stack[-1] if len(stack) else None
    if trace.search != "negamax" or frame is None or frame.player is Player.MAX:
        return told
    return f"{told} As MIN sees it: {_as_min_sees(trace, frame)}."


def _as_min_sees(trace: Recording, frame: Frame) -> str:
    """What negamax holds at a MIN node: the negative of every value, and the bounds swapped."""
    v = f"v = {show_number(0.0 - frame.v)}"
    beta = 0.0 - frame.alpha
    if frame.cut:
        sign = ">" if trace.settings.convention.cutoff == ">" else "≥"
        return f"{v} {sign} β = {show_number(beta)}"
    if not frame.actions:
        return v
    return f"{v}, window {show_window(0.0 - frame.beta, beta)}"


def _told(trace: Recording, event: Event, stack: Sequence[Frame]) -> str:
    """What happens at a step, in MAX's values.

    Args:
        trace: the search.
        event: the step's event.
        stack: the open nodes after it, the root first.
    """
    match event.kind:
        case EventKind.ENTER:
            return f"{_pass_begins(trace, event.row)}{_entered(trace, stack[-1])}"
        case EventKind.TERMINAL:
            return (
                f"{called(trace, event.row)} is a leaf: its utility is {_value(trace, event.row)}."
            )
        case EventKind.EVALUATED:
            return (
                f"The depth limit stops at {called(trace, event.row)}: "
                f"its evaluation is {_value(trace, event.row)}{_terms(trace, event.row)}."
            )
        case EventKind.REPEAT:
            return _repeated(trace, event.row)
        case EventKind.PLAYOUT:
            return (
                f"{called(trace, event.row)} is new: a random playout from it ends with "
                f"{_value(trace, event.row)}."
            )
        case EventKind.FINISHED:
            return _finished(trace, event)
        case EventKind.SCOUTED:
            return _scouted(trace, event, stack[-1])
        case EventKind.BACKED_UP:
            return (
                f"The reward {_value(trace, event.row)} passes from {called(trace, event.row)} "
                f"up to {_parent(trace, event)}."
            )
        case EventKind.CUT:
            return because(trace, event.parent)
        case EventKind.AVERAGED:
            return _averaged(trace, event, stack[-1])
        case EventKind.BETTER | EventKind.KEPT:
            return _folded(trace, event, stack[-1])


def because(trace: Recording, row: int) -> str:
    """Why a node returned early, in one sentence that names the bounds compared.

    Args:
        trace: the search.
        row: the row of a node with `Flag.EARLY_RETURN`.
    """
    log = trace.log
    at_max = log.player[row] == Player.MAX
    visits = sum(1 for _ in log.children(row))
    now = fold(trace, row, visits)
    before = fold(trace, row, visits - 1)
    bound = before.beta if at_max else before.alpha
    me, other = _names(at_max)
    comparison = _compared(trace, at_max, now.v, before, holds=True)
    holder, through = _holder(trace, row, bound, at_max)
    scout = _scout(trace, row, at_max)
    names = Names(trace, (row, holder, through) if scout is None else (row, scout))
    name = names.again(row)
    if scout is not None:
        asked = show_number(log.alpha[scout] if at_max else log.beta[scout])
        has = (
            f"the null window asks only whether {names.first(scout)} is "
            f"{'more' if at_max else 'less'} than {asked}"
        )
    elif holder != NO_PARENT:
        at, via = names.first(holder), names.again(through)
        has = f"{other} has {show_number(bound)} at {at} through {via}"
    else:
        has = f"the search began with {_letter(at_max)} = {show_number(bound)}"
    skipped = trace.skipped_children(row)
    end = f"{name} returns; it had no more children to skip"
    if skipped:
        end = f"{names.below(row, skipped)} {'is' if len(skipped) == 1 else 'are'} skipped"
    already = "already at" if log.tried[row] == 1 or skipped else "at"
    return (
        f"{names.first(row)} is a {me} node and {already} {show_number(now.v)}; {has}, "
        f"so {name} can no longer matter ({comparison}): {end}."
    )


def holder_of(trace: Recording, event: Event) -> int:
    """The node above whose value a cutoff is made against, as its sentence names it.

    Args:
        trace: the search.
        event: a step's event.

    Returns:
        Its row; `NO_PARENT` where no cutoff is made, or the bound is not a value of a node above.
    """
    row = event.parent
    if event.kind is not EventKind.CUT:
        return NO_PARENT
    at_max = trace.log.player[row] == Player.MAX
    if _scout(trace, row, at_max) is not None:
        return NO_PARENT
    before = fold(trace, row, sum(1 for _ in trace.log.children(row)) - 1)
    return _holder(trace, row, before.beta if at_max else before.alpha, at_max)[0]


def _terms(trace: Recording, row: int) -> str:
    """What an evaluation is the sum of, where it is one."""
    terms = trace.game.terms(trace.state(row))
    parts = [
        f"{term.feature} {show_number(float(term.weight))} × {show_number(float(term.amount))}"
        for term in terms
    ]
    return f" ({', '.join(parts)})" if parts else ""


def _entered(trace: Recording, frame: Frame) -> str:
    if trace.plays_out:
        what = frame.player.name if frame.player is not Player.CHANCE else "chance"
        return f"At {called(trace, frame.row)} ({what}), {chosen_because(trace, frame.row)}."
    if frame.player is Player.CHANCE:
        name = called(trace, frame.row)
        game = trace.game  # where chance plays, its label is that of the player it stands for
        who = f" ({game.labels[Player.CHANCE]} moves at random)" if game.chance_plays else ""
        return f"{name} is a chance node{who}: its value will be the mean of its outcomes."
    again = " again" if trace.log.flags[frame.row] & Flag.RESEARCH else ""
    window = ""
    if trace.has_window:
        null = "null " if trace.log.has_null_window(frame.row) else ""
        window = f", entered{again} with the {null}window {show_window(*frame.entered)}"
    what = _names(frame.player is Player.MAX)[0]
    label = trace.game.labels[frame.player]
    turn = "" if label == what else f" ({label} to move)"
    name = called(trace, frame.row)
    return f"{name} is a {what} node{turn}{window}: v starts at {show_number(frame.v)}."


def _folded(trace: Recording, event: Event, frame: Frame) -> str:
    """A child's value comes back to a MAX or MIN node, and no cutoff follows."""
    at_max = frame.player is Player.MAX
    before = fold(trace, frame.row, frame.returns - 1)
    names = Names(trace, (event.row, frame.row))
    name, parent = names.first(event.row), names.again(frame.row)
    came = f"{name} returns {_returned(trace, event.row)} to {parent}"
    if event.kind is EventKind.BETTER:
        how = "rises" if frame.v > before.v else "falls" if frame.v < before.v else "stays"
        kept = f"v {how} from {show_number(before.v)} to {_value(trace, event.row)}"
        if how == "stays":
            kept = f"v stays {show_number(frame.v)}, and the later of equal moves is kept"
    else:
        than = "more" if at_max else "less"
        kept = f"that is not {than} than v = {show_number(before.v)}, which stays"
    return f"{came}: {kept}{_tested(trace, frame, before, parent)}."


def _tested(trace: Recording, frame: Frame, before: Fold, name: str) -> str:
    """The cutoff test that did not hold, and what became of the window."""
    if not trace.has_window:
        return ""
    at_max = frame.player is Player.MAX
    if _was_pass(trace, frame):
        return "; a pass is not followed by a cutoff test"
    bound = frame.entered[1] if at_max else frame.entered[0]
    own, was = (frame.alpha, before.alpha) if at_max else (frame.beta, before.beta)
    moved = (
        f" {_letter(not at_max)} becomes {show_number(own)}"
        if own != was
        else f" the window stays {show_window(frame.alpha, frame.beta)}"
    )
    if math.isinf(bound):
        return f";{moved}"
    goes_on = f"so {name} goes on" if frame.tried < frame.actions else "so there is no cutoff"
    return f"; {_compared(trace, at_max, frame.v, before, holds=False)}, {goes_on}, and{moved}"


def _repeated(trace: Recording, row: int) -> str:
    """A node is entered whose position the table knows."""
    log = trace.log
    known = log.answered_by(row)
    value, flags = _value(trace, row), log.flags[known]
    before = f"{called(trace, row)} was searched before, at visit {known + 1}"
    if flags & Flag.UPPER:
        return (
            f"{before}: the table says that it is worth at most {value}, which is enough "
            f"against α = {show_number(log.alpha[row])}."
        )
    if flags & Flag.LOWER:
        return (
            f"{before}: the table says that it is worth at least {value}, which is enough "
            f"against β = {show_number(log.beta[row])}."
        )
    return f"{before}: the table has its value, {value}."


def _scouted(trace: Recording, event: Event, frame: Frame) -> str:
    """A scout's return that does not settle the matter."""
    log = trace.log
    at_max = frame.player is Player.MAX
    name, parent = called(trace, event.row), _parent(trace, event)
    window = show_window(log.alpha[event.row], log.beta[event.row])
    own = show_number(frame.alpha if at_max else frame.beta)
    return (
        f"{name} returns {_value(trace, event.row)} to {parent}: the null window "
        f"{window} asked only whether it is {'more' if at_max else 'less'} than {own}, and it is; "
        f"{name} is searched again with the window {show_window(frame.alpha, frame.beta)}."
    )


def _pass_begins(trace: Recording, row: int) -> str:
    """What iterative deepening is about to do, where a pass of it begins."""
    if not trace.deepens or trace.log.parent[row] != NO_PARENT:
        return ""
    return f"Pass {trace.pass_at(row)} looks {_plies(trace, row)} ahead: "


def _plies(trace: Recording, row: int) -> str:
    """How deep the pass of a row goes."""
    limit = trace.limit_at(row)
    return "1 ply" if limit == 1 else f"{limit} plies"


def _averaged(trace: Recording, event: Event, frame: Frame) -> str:
    chances = trace.game.chances(trace.state(frame.row))
    probability = chances[trace.log.action[event.row]][1]
    return (
        f"{called(trace, event.row)} returns {_value(trace, event.row)} to "
        f"{_parent(trace, event)}: weighted by "
        f"{probability}, the sum comes to {show_number(frame.v)}."
    )


def _finished(trace: Recording, event: Event) -> str:
    if trace.plays_out:
        number, reward = trace.pass_at(event.row), _value(trace, event.row)
        ends = f"Iteration {number:,} ends with the reward {reward}"
        last = trace.stopped is None and number == len(trace.roots)
        return f"{ends}{_outcome(trace) if last else ''}."
    best = trace.best_child(event.row)
    value = f"{called(trace, event.row)} is worth {_returned(trace, event.row)}"
    if trace.deepens:
        value = f"With {_plies(trace, event.row)}, {value}"
    if best is None:
        return f"{value}."
    if trace.log.player[event.row] == Player.CHANCE:
        return f"{value}, the mean of its outcomes."
    what = _names(trace.log.player[event.row] == Player.MAX)[0]
    return f"{value}: {what} plays {trace.move_name(best)}."


def _outcome(trace: Recording) -> str:
    """What a search that plays out has come to, after its last iteration."""
    if trace.move is None:
        return f"; the mean of all rewards is {show_number(trace.value)}"
    moves = sorted(root_moves(trace), key=lambda one: -one.visits)
    told = [f"{one.move} {one.visits:,} (mean {show_number(round(one.mean, 3))})" for one in moves]
    more = f" and {len(told) - _MOST_MOVES:,} more" if len(told) > _MOST_MOVES else ""
    return (
        f": {trace.move} was gone most often and is played; visits {', '.join(told[:_MOST_MOVES])}"
        f"{more}; the mean of all rewards is {show_number(round(trace.value, 3))}"
    )


def _parent(trace: Recording, event: Event) -> str:
    """The node that a child returns to, where the sentence has named the child."""
    return Names(trace, (event.row, event.parent)).again(event.parent)


def _returned(trace: Recording, row: int) -> str:
    """A node's value, and where a cutoff left it a bound, which."""
    value = _value(trace, row)
    flags = trace.log.flags[row]
    if flags & Flag.UPPER and not flags & Flag.LOWER:
        return f"{value} (it is worth at most that)"
    if flags & Flag.LOWER and not flags & Flag.UPPER:
        return f"{value} (it is worth at least that)"
    return value


def _value(trace: Recording, row: int) -> str:
    return show_number(trace.log.value[row])


def _names(at_max: bool) -> tuple[str, str]:
    """The node's own player, and the other one."""
    return ("MAX", "MIN") if at_max else ("MIN", "MAX")


def _letter(at_max: bool) -> str:
    """The bound that a player's value is tested against."""
    return "β" if at_max else "α"


def _compared(trace: Recording, at_max: bool, v: float, before: Fold, *, holds: bool) -> str:
    """The cutoff test with its numbers, as the course writes it: v against a bound, or α and β.

    Args:
        trace: the search.
        at_max: whether it is a MAX node's test.
        v: the value that is tested.
        before: what the node knew before its last child returned.
        holds: whether the test holds; otherwise its opposite is said.
    """
    test = listing(trace).text_of(Player.MAX if at_max else Player.MIN, "test")
    if trace.search == "negamax":  # one test for both, which the sentence tells as MAX sees it
        test = ""
    alpha = max(before.alpha, v) if at_max else before.alpha
    beta = before.beta if at_max else min(before.beta, v)
    sides = [("v", v), ("β", before.beta) if at_max else ("α", before.alpha)]
    above = at_max
    if "α" in test and "β" in test:  # the node's own bound has taken v
        above = test.index("α") < test.index("β")
        sides = [("α", alpha), ("β", beta)] if above else [("β", beta), ("α", alpha)]
    strict = trace.settings.convention.cutoff == ">"
    sign = (">" if strict else "≥") if above else ("<" if strict else "≤")
    if not holds:
        sign = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}[sign]
    (left, one), (right, other) = sides
    return f"{left} = {show_number(one)} {sign} {right} = {show_number(other)}"


def _holder(trace: Recording, row: int, bound: float, at_max: bool) -> tuple[int, int]:
    """The rows of the nearest node above that set a bound, and of its child that did."""
    log = trace.log
    setter = Player.MIN if at_max else Player.MAX
    child, above = row, log.parent[row]
    found = NO_PARENT, NO_PARENT
    while above != NO_PARENT:
        entered = log.beta[above] if at_max else log.alpha[above]
        now = log.beta[child] if at_max else log.alpha[child]
        if log.player[above] == setter and now == bound != entered:
            found = above, child
            break
        child, above = above, log.parent[above]
    if found[0] == NO_PARENT:
        return found
    place = sum(1 for sibling in log.children(found[0]) if sibling < found[1])
    best = fold(trace, found[0], place).best
    return found[0], best


def _scout(trace: Recording, row: int, at_max: bool) -> int | None:
    """The nearest node above a cutoff, or it itself, whose null window set the bound; or None.

    A window is only narrowed by the side whose turn it is; where the other bound moved, the node
    below was scouted.
    """
    log = trace.log
    child, above = row, log.parent[row]
    while above != NO_PARENT:
        entered = log.beta[above] if at_max else log.alpha[above]
        now = log.beta[child] if at_max else log.alpha[child]
        if now != entered:
            setter = Player.MIN if at_max else Player.MAX
            return child if log.player[above] != setter else None
        child, above = above, log.parent[above]
    return None


def _was_pass(trace: Recording, frame: Frame) -> bool:
    last = list(trace.log.children(frame.row))[frame.returns - 1]
    moves = trace.game.moves(trace.state(frame.row))
    return trace.game.is_pass(moves[trace.log.action[last]])
