"""Every step of a search in one plain sentence that names the bounds compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from engine.wrappers.changed import changes_of
from tracer.mcts.rewards import root_moves, selection_reason
from tracer.recording.fold import Fold, fold
from tracer.recording.recording import Recording
from tracer.recording.rerun import depth_words
from tracer.steps.cutoff_reason import (
    SentenceNames,
    cut_sign,
    cutoff_reason,
    cutoff_test,
    short_name,
    tested_bound,
)
from tracer.steps.search_tables import describe_path, summary_of_pass
from tracer.steps.snapshot import Event, EventKind, StackFrame
from tracer.steps.visit_values import Bound, bound_of, value_text
from tracer.text.numbers import show_number, show_window

#: Children whose values explain the value of a node.
_MOST_LISTED = 6


def value_reason(
    trace: Recording, row: int, most: int = _MOST_LISTED, *, of_equal: bool = False
) -> str:
    """Say which children the value of a node comes from; empty if they do not simply give it.

    With `of_equal`, any of equal moves may be chosen.
    """
    log = trace.log
    if log.player[row] == Player.CHANCE:
        is_whole = sum(1 for _ in log.last_children(row)) == log.actions[row]
        return f"{chance_sum(trace, row)}, the mean of its outcomes" if is_whole else ""
    if trace.vectors is not None:
        return _reason_of_shares(trace, row, most)
    # A child that is searched again counts with its last value.
    found = {short_name(trace, child): log.value[child] for child in log.children(row)}
    values = [*found.values()]
    if not found and trace.game.is_terminal(trace.state(row)):
        return "It is a leaf"
    at_max = log.player[row] == Player.MAX
    if not found or log.value[row] != (max if at_max else min)(values):
        return ""
    listed = list_values(found)
    who, which = ("MAX", "largest") if at_max else ("MIN", "smallest")
    if len(found) == 1:
        return f"Its only visited child is {listed}"
    if len(found) > most:
        return f"{who} takes the {which} value of its {len(found):,} visited children"
    is_tied = values.count(log.value[row]) > 1 and not of_equal
    tie = trace.settings.convention.ties if is_tied else ""
    rule = f"; of equal ones, the {tie} one is kept" if tie in ("first", "last") else ""
    return f"{who} takes the {which} value of {listed}{rule}"


def _reason_of_shares(trace: Recording, row: int, most: int) -> str:
    """Say what the player to move has through each child; empty if there are too many."""
    game, children, best = trace.vectors, [*trace.log.children(row)], trace.best_child(row)
    assert game is not None, "a tree with vectors"
    if not children:
        return "It is a leaf"
    if best is None or len(children) > most:
        return ""
    me = game.mover(trace.state(row))
    found = {}
    for child in children:
        shares = trace.shares(child) or ()
        is_bound = bound_of(trace.log.flags[child]) is Bound.UPPER
        share = trace.log.value[child] if is_bound else float(shares[me])
        found[short_name(trace, child)] = f"{'at most ' if is_bound else ''}{show_number(share)}"
    who, chosen = game.share_names[me], short_name(trace, best)
    if len(found) == 1:
        return f"{chosen} is its only visited child"
    listed = ", ".join(f"{share} through {name}" for name, share in found.items())
    others = (share for name, share in found.items() if name != chosen)
    tie = trace.settings.convention.ties if found[chosen] in others else ""
    rule = f"; of equal ones, the {tie} one is taken" if tie in ("first", "last") else ""
    return f"{who} has {listed}, and takes {chosen}{rule}"


def list_values(values: Mapping[str, float]) -> str:
    """Return the values of nodes by name: `B = 3, C = 2`."""
    return ", ".join(f"{name} = {show_number(x)}" for name, x in values.items())


def chance_sum(trace: Recording, row: int) -> str:
    """Return the mean of a chance node in numbers: `0.5 × 3 + 0.5 × 2 = 2.5`."""
    log = trace.log
    chances = trace.game.chances(trace.state(row))
    terms = (
        (float(chances[log.action[child]][1]), log.value[child]) for child in log.last_children(row)
    )
    return weighted_sum(terms, log.value[row])


def weighted_sum(terms: Iterable[tuple[float, float]], value: float) -> str:
    """Return a mean with its weights: `0.5 × 3 + 0.5 × 2 = 2.5`."""
    products = (f"{_factor(weight)} × {_factor(x)}" for weight, x in terms)
    return f"{' + '.join(products)} = {show_number(value)}"


def _factor(value: float) -> str:
    """Format a factor of a product, in brackets if it is negative."""
    return f"({show_number(value)})" if value < 0 else show_number(value)


#: Number of moves whose visits are listed after the last iteration.
_MOST_MOVES = 8


def sentence(trace: Recording, event: Event, stack: Sequence[StackFrame]) -> str:
    """Describe a step in one sentence; for negamax also from MIN's side."""
    plain = _describe_for_max(trace, event, stack)
    frame = stack[-1] if len(stack) else None
    if not trace.sees_as_mover or frame is None or frame.player is Player.MAX:
        return plain
    return f"{plain} As MIN sees it: {_describe_for_min(trace, frame)}."


def _describe_for_min(trace: Recording, frame: StackFrame) -> str:
    """Describe v and the window of a MIN node in negamax, from MIN's side."""
    # The values are negated, and the bounds are negated and swapped.
    v = f"v = {show_number(0.0 - frame.v)}"
    beta = 0.0 - frame.alpha
    if frame.cut:
        return f"{v} {cut_sign(trace, True)} β = {show_number(beta)}"
    if not frame.actions:
        return v
    return f"{v}, window {show_window(0.0 - frame.beta, beta)}"


def _describe_for_max(trace: Recording, event: Event, stack: Sequence[StackFrame]) -> str:
    """Describe a step with MAX's values."""
    if trace.best_first:
        return describe_path(trace, event)
    match event.kind:
        case EventKind.ENTER:
            return f"{_describe_pass(trace, event.row)}{_describe_entry(trace, stack[-1])}"
        case EventKind.TERMINAL:
            what = "evaluation" if changes_of(trace.game).terminal else "utility"
            what = what if trace.vectors is None else "vector"
            name = short_name(trace, event.row)
            return f"{name} is a leaf: its {what} is {value_text(trace, event.row)}."
        case EventKind.EVALUATED:
            return (
                f"The depth limit stops at {short_name(trace, event.row)}: "
                f"its evaluation is {_format_value(trace, event.row)}"
                f"{_format_terms(trace, event.row)}."
            )
        case EventKind.REPEAT:
            return _describe_repeat(trace, event.row)
        case EventKind.PLAYOUT:
            return (
                f"{short_name(trace, event.row)} is new: a random playout from it ends with "
                f"{_format_value(trace, event.row)}."
            )
        case EventKind.FINISHED:
            return _describe_end(trace, event)
        case EventKind.SCOUTED:
            return _describe_scout(trace, event, stack[-1])
        case EventKind.BACKED_UP:
            return (
                f"The reward {_format_value(trace, event.row)} passes from "
                f"{short_name(trace, event.row)} up to {_parent_name(trace, event)}."
            )
        case EventKind.CUT if trace.claims is not None:
            return _describe_claimed_cut(trace, event, stack[-1])
        case EventKind.CUT:
            return cutoff_reason(trace, event.parent)
        case EventKind.AVERAGED:
            return _describe_average(trace, event, stack[-1])
        case EventKind.BETTER | EventKind.KEPT:
            return _describe_return(trace, event, stack[-1])


def _format_terms(trace: Recording, row: int) -> str:
    """Format the terms of an evaluation; empty if it has none."""
    terms = trace.game.terms(trace.state(row))
    parts = [
        f"{term.feature} {show_number(float(term.weight))} × {show_number(float(term.amount))}"
        for term in terms
    ]
    return f" ({', '.join(parts)})" if parts else ""


def _describe_entry(trace: Recording, frame: StackFrame) -> str:
    if trace.uses_playouts:
        what = trace.player_name(frame.row)
        return f"At {short_name(trace, frame.row)} ({what}), {selection_reason(trace, frame.row)}."
    if frame.player is Player.CHANCE:
        name = short_name(trace, frame.row)
        game = trace.game  # if chance replaces a player, its label is that player's
        who = f" ({game.labels[Player.CHANCE]} moves at random)" if game.chance_plays else ""
        window = f", entered with the window {show_window(*frame.entered)}"
        what = f"a chance node{who}{window if trace.has_window else ''}"
        return f"{name} is {what}: its value will be the mean of its outcomes."
    again = " again" if trace.log.flags[frame.row] & Flag.RESEARCH else ""
    window = ""
    if trace.has_window:
        null = "null " if trace.is_null_window(frame.row) else ""
        probed = " for a probe" if trace.log.flags[frame.row] & Flag.PROBE else ""
        window = f", entered{again}{probed} with the {null}window {show_window(*frame.entered)}"
    label, player = trace.game.labels[frame.player], trace.player_name(frame.row)
    turn = "" if label == player or trace.vectors is not None else f" ({label} to move)"
    what = f"a {player} node{turn}" if trace.vectors is None else f"{player}'s node"
    name = short_name(trace, frame.row)
    return f"{name} is {what}{window}: v starts at {show_number(frame.v)}."


def _describe_return(trace: Recording, event: Event, frame: StackFrame) -> str:
    """Describe a child's return to a MAX or MIN node without a cutoff."""
    at_max = frame.player is Player.MAX
    before = fold(trace, frame.row, frame.returns - 1)
    names = SentenceNames(trace, (event.row, frame.row))
    name, parent = names.first_name(event.row), names.later_name(frame.row)
    came = f"{name} returns {_format_returned(trace, event.row)} to {parent}: "
    if trace.claims is not None:  # what was written, since its reason may be false
        stays = "stays" if frame.v == before.v else "becomes"
        return f"{came}v {stays} {show_number(frame.v)}."
    returned, so = _format_value(trace, event.row), ""
    if trace.vectors is not None:
        gets = "gets at most" if trace.log.flags[event.row] & Flag.UPPER else "gets"
        came += f"{trace.player_name(frame.row)} {gets} {returned}, "
        so = "so "
    if event.kind is EventKind.BETTER:
        how = "rises" if frame.v > before.v else "falls" if frame.v < before.v else "stays"
        kept = f"{so}v {how} from {show_number(before.v)} to {returned}"
        if how == "stays":
            kept = f"{so}v stays {show_number(frame.v)}, {_reason_taken(trace, event.row, at_max)}"
    else:
        side, v = "above" if at_max else "below", show_number(before.v)
        which = returned if trace.vectors is None else "which"
        kept = f"{which} is not {side} v = {v}, so v stays {v}"
    return f"{came}{kept}{_describe_test(trace, frame, before, parent)}."


def _describe_claimed_cut(trace: Recording, event: Event, frame: StackFrame) -> str:
    """Describe an early return in a search by hand, whose test may not hold."""
    names = SentenceNames(trace, (event.row, frame.row))
    v = f"with v = {show_number(frame.v)}"
    skipped = trace.skipped_children(frame.row)
    if not skipped:
        return f"{names.first_name(frame.row)} returns {v}."
    return (
        f"{names.first_name(frame.row)} is cut {v}: {names.describe_skipped(frame.row, skipped)}."
    )


def _reason_taken(trace: Recording, row: int, at_max: bool) -> str:
    """Return the reason for taking a child whose value equals v as a double."""
    if trace.log.flags[row] & (Flag.ABOVE | Flag.BELOW):
        return f"but the exact value is {'larger' if at_max else 'smaller'} by less than one digit"
    return "and ties go to the later move"


def _describe_test(trace: Recording, frame: StackFrame, before: Fold, name: str) -> str:
    """Describe the cutoff test that failed, and the window after it."""
    if not trace.has_window:
        return ""
    at_max = frame.player is Player.MAX
    if trace.log.flags[frame.row] & Flag.PROBE:
        return f"; that ends the probe: {name} is worth {_format_probed(trace, frame.row, frame.v)}"
    if _was_pass(trace, frame):
        return "; there is no cutoff test after a pass"
    bound = frame.entered[1] if at_max else frame.entered[0]
    own, was = (frame.alpha, before.alpha) if at_max else (frame.beta, before.beta)
    moved = (
        f" {tested_bound(not at_max)} becomes {show_number(own)}"
        if own != was
        else f" the window stays {show_window(frame.alpha, frame.beta)}"
    )
    if math.isinf(bound):
        return f";{moved}"
    result = f"so {name} continues" if frame.tried < frame.actions else "so there is no cutoff"
    return f"; {cutoff_test(trace, at_max, frame.v, before, holds=False)}, {result}, and{moved}"


def _describe_repeat(trace: Recording, row: int) -> str:
    """Describe the entry of a node whose position is in the table."""
    log = trace.log
    known = log.answered_by(row)
    value, flags = _format_value(trace, row), log.flags[known]
    before = f"{short_name(trace, row)} was searched before, at visit {known + 1}"
    if trace.state(row) != trace.state(known):
        before = f"{short_name(trace, row)} is symmetric to the position of visit {known + 1}"
    if flags & (Flag.UPPER | Flag.LOWER):
        side, end = "least", f"be below β = {show_number(log.beta[row])}"
        if flags & Flag.UPPER:
            side, end = "most", f"exceed α = {show_number(log.alpha[row])}"
        return f"{before}: the table says that it is worth at {side} {value}, so it cannot {end}."
    return f"{before}: the table has its value, {value}."


def _describe_scout(trace: Recording, event: Event, frame: StackFrame) -> str:
    """Describe the return of a probe, or of a scout after which the child is searched again."""
    log = trace.log
    if log.flags[event.row] & Flag.PROBE:
        return _describe_probe(trace, event, frame)
    at_max = frame.player is Player.MAX
    name, parent = short_name(trace, event.row), _parent_name(trace, event)
    window = show_window(log.alpha[event.row], log.beta[event.row])
    own = show_number(frame.alpha if at_max else frame.beta)
    v = log.value[event.row]
    low = v if at_max and trace.second == "value" else frame.alpha
    high = v if not at_max and trace.second == "value" else frame.beta
    return (
        f"{name} returns {_format_value(trace, event.row)} to {parent}: the null window "
        f"{window} asked only whether it is worth {'more' if at_max else 'less'} "
        f"than {own}, and it is; "
        f"{name} is searched again with the window {show_window(low, high)}."
    )


def _describe_probe(trace: Recording, event: Event, frame: StackFrame) -> str:
    """Describe the return of a probe to a chance node that continues."""
    names = SentenceNames(trace, (event.row, event.parent))
    name, parent = names.later_name(event.row), names.later_name(event.parent)
    worth = _format_probed(trace, event.row, trace.log.value[event.row])
    low, high = map(show_number, trace.interval(frame.row, frame.returns))
    return (
        f"The probe of {names.first_name(event.row)} returns to {parent}: {name} is worth {worth}; "
        f"{parent} is worth at least {low} and at most {high}, so it continues."
    )


def _format_probed(trace: Recording, row: int, v: float) -> str:
    """Format what a probe shows: at least 2, at most 2, or 2 if it is the node's value."""
    flags = trace.log.flags[row]
    at_max = trace.log.player[row] == Player.MAX
    is_bound = flags & (Flag.BOUND | Flag.INCOMPLETE)
    side = ("at least " if at_max else "at most ") if is_bound else ""
    return f"{side}{show_number(v)}"


def _describe_pass(trace: Recording, row: int) -> str:
    """Describe the start of a pass of iterative deepening or narrowing; empty at other steps."""
    if trace.log.parent[row] != NO_PARENT or not (trace.deepens or trace.narrows):
        return ""
    if trace.narrows:
        return f"Pass {trace.pass_at(row)}: "
    return f"Pass {trace.pass_at(row)} looks {_format_plies(trace, row)} ahead: "


def _format_plies(trace: Recording, row: int) -> str:
    """Format the depth limit of a row's pass."""
    return depth_words(trace.limit_at(row))[0]


def _describe_average(trace: Recording, event: Event, frame: StackFrame) -> str:
    chances = trace.game.chances(trace.state(frame.row))
    probability = chances[trace.log.action[event.row]][1]
    return (
        f"{short_name(trace, event.row)} returns {_format_value(trace, event.row)} to "
        f"{_parent_name(trace, event)}: weighted by "
        f"{probability}, it brings the sum to {show_number(frame.v)}"
        f"{_describe_interval(trace, frame)}."
    )


def _describe_interval(trace: Recording, frame: StackFrame) -> str:
    """Describe what a chance node can still be worth; empty if the search does not use it."""
    if not trace.has_window or frame.searched == frame.actions:
        return ""
    low, high = map(show_number, trace.interval(frame.row, frame.returns))
    name = short_name(trace, frame.row)
    return f"; {name} is worth at least {low} and at most {high}, so it continues"


def _describe_end(trace: Recording, event: Event) -> str:
    if trace.uses_playouts:
        number, reward = trace.pass_at(event.row), _format_value(trace, event.row)
        ends = f"Iteration {number:,} ends with the reward {reward}"
        last = trace.stopped is None and number == len(trace.roots)
        return f"{ends}{_describe_outcome(trace) if last else ''}."
    if trace.narrows:
        return _describe_proved(trace, event.row)
    best = trace.best_child(event.row)
    value = f"{short_name(trace, event.row)} is worth {_format_returned(trace, event.row)}"
    if trace.deepens:
        value = f"With {_format_plies(trace, event.row)}, {value}"
    if best is None:
        return f"{value}."
    if trace.log.player[event.row] == Player.CHANCE:
        return f"{value}, the mean of its outcomes."
    return f"{value}: {trace.player_name(event.row)} plays {trace.move_name(best)}."


def _describe_proved(trace: Recording, row: int) -> str:
    """Describe the end of a pass with a window: what it returned and what is proved."""
    one, name = summary_of_pass(trace, row), short_name(trace, row)
    g = show_number(one.value)
    if one.value <= one.alpha:
        side = f"{g} ≤ α = {show_number(one.alpha)}, so {name} is worth at most {g}"
    elif one.value >= one.beta:
        side = f"{g} ≥ β = {show_number(one.beta)}, so {name} is worth at least {g}"
    else:
        side = f"{g}, which is inside its window, so {name} is worth {g}"
    ends = f"Pass {one.number} returns {side}"
    if row != trace.roots[-1] or trace.stopped or one.lower < one.upper:
        return (
            f"{ends}; the value is between {show_number(one.lower)} and {show_number(one.upper)}."
        )
    move = f": {Player(trace.log.player[row]).name} plays {trace.move}" if trace.move else ""
    meet = "" if one.alpha < one.value < one.beta else f"; the bounds meet at {g}"
    return f"{ends}{meet}{move}."


def _describe_outcome(trace: Recording) -> str:
    """Describe the result of a search by playouts after its last iteration."""
    if trace.move is None:
        return f"; the mean of all rewards is {show_number(trace.value)}"
    moves = sorted(root_moves(trace), key=lambda one: -one.visits)
    counts = [
        f"{one.move} {one.visits:,} (mean {show_number(round(one.mean, 3))})" for one in moves
    ]
    shown = ", ".join(counts[:_MOST_MOVES])
    more = f" and {len(counts) - _MOST_MOVES:,} more" if len(counts) > _MOST_MOVES else ""
    return (
        f": {trace.move} has the most visits and is played; visits {shown}{more}; "
        f"the mean of all rewards is {show_number(round(trace.value, 3))}"
    )


def _parent_name(trace: Recording, event: Event) -> str:
    """Return the name of the parent in a sentence that has already named the child."""
    return SentenceNames(trace, (event.row, event.parent)).later_name(event.parent)


def _format_returned(trace: Recording, row: int) -> str:
    """Format a node's value or vector, and say if a value is only a bound."""
    value = value_text(trace, row)
    if trace.vectors is not None:
        return value
    flags = trace.log.flags[row]
    if flags & Flag.UPPER and not flags & Flag.LOWER:
        return f"{value} (an upper bound)"
    if flags & Flag.LOWER and not flags & Flag.UPPER:
        return f"{value} (a lower bound)"
    return value


def _format_value(trace: Recording, row: int) -> str:
    return show_number(trace.log.value[row])


def _was_pass(trace: Recording, frame: StackFrame) -> bool:
    last = list(trace.log.children(frame.row))[frame.returns - 1]
    moves = trace.game.moves(trace.state(frame.row))
    return trace.game.is_pass(moves[trace.log.action[last]])
