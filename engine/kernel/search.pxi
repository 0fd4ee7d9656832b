"""The depth-first searches, written once; compiled for each game.

`Search` holds the differences between searches: window, cutoff test, scouting, table. Each function
does, row by row, the same as the method of that name in `engine.searches`.
"""


cdef double visit(
    Search *s, const Board *g, u64 x, u64 o, int side, int action, Py_ssize_t parent, int depth,
    double alpha, double beta
) noexcept nogil:
    """Enter a node, search below it, and return its value or a bound of it."""
    cdef Py_ssize_t row = s.rows
    cdef int turn = s.turn[side]
    cdef u64 moves = 0
    cdef double value = 0
    if row == s.pause and look(s):
        return 0
    s.rows = row + 1
    if not s.records:
        s.tallies[depth].visited += 1
        s.line_ends[depth] = 0
    if over(g, x, o, side, depth == 0, &moves, &value):
        value = seen(s, value, depth)
        if s.exacts:
            exact_leaf(s, g, x, value, True)
        return leaf(s, row, parent, depth, action, turn, alpha, beta, value, TERMINAL)
    if depth == s.limit:
        value = evaluated(s, g, x, o)
        if Board is Tree:
            if s.stopped:  # without an estimate, its row is not written
                s.rows = row
                return 0
        s.limited = True
        if s.exacts:
            exact_leaf(s, g, x, value, False)
        return leaf(s, row, parent, depth, action, turn, alpha, beta, value, EVALUATED)
    if s.records:
        enter(s, row, parent, depth, action, turn, alpha, beta)
    if turn == CHANCE:
        return mean(s, g, x, o, side, moves, row, depth)
    if not s.windowed:
        return best_of_all(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    if s.solves:
        return solved_or_best(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    if s.table.slots:
        return known_or_best(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    return best_within(s, g, x, o, side, turn, moves, row, depth, alpha, beta)


cdef inline double seen(Search *s, double value, int depth) noexcept nogil:
    """A utility after the effects of the game's wrappers."""
    if s.adjusted and value:
        value = <double> (s.win - depth if value > 0 else depth - s.win)
    return 0.0 - value if s.turned else value + 0.0


cdef double best_of_all(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, Py_ssize_t row,
    int depth, double alpha, double beta
) noexcept nogil:
    """Minimax; where exact values are compared, they decide between equal doubles."""
    cdef int count = moves_in(g, moves), tried, place = 0, side2 = 0, more
    cdef u64 left = 0 if s.order.kind == STATIC else moves, move, x2 = 0, o2 = 0
    cdef double v = -INFINITY if turn == MAX else INFINITY, v2
    cdef Py_ssize_t child, begin
    cdef Exact best
    exact_start(&best)
    expand(s, row, depth, count)
    begin = list_moves(s, g, x, o, side, turn, moves, count, depth)
    if s.stopped:
        return 0
    for tried in range(count):
        move = nth_move(s, g, moves, begin, tried, count, &left, &place)
        play(g, x, o, side, move, &x2, &o2, &side2)
        child = s.rows
        v2 = visit(s, g, x2, o2, side2, place, row, depth + 1, alpha, beta)
        if s.stopped:
            return 0
        more = (v2 > v) - (v2 < v)
        if more == 0 and s.exacts:
            more = exact_compare(&s.exact, &best)
            if more == EXACT_UNKNOWN:
                return too_long(s)
            if more and s.records:
                s.flags[child] |= ABOVE if more > 0 else BELOW
        if more > 0 if turn == MAX else more < 0:
            v = v2
            if s.exacts:
                best = s.exact
            if not s.records:
                take_line(s, depth, place)
        elif more == 0 and s.ties_last and not s.records:
            take_line(s, depth, place)
    s.exact = best
    unlist_moves(s, begin)
    return leave(s, row, depth, v, count, count, 0)


cdef void exact_leaf(
    Search *s, const Board *g, u64 x, double value, bint terminal
) noexcept nogil:
    """Store the exact value of a leaf; `value` is the nearest double."""
    cdef const int64_t *ratio = NULL
    cdef int64_t whole
    if Board is Tree:
        if not s.adjusted:
            ratio = (g.exact_value if terminal else g.exact_estimate) + 2 * x
            exact_ratio(&s.exact, -ratio[0] if s.turned else ratio[0], ratio[1])
            return
    if Board is InARow or Board is Falling:
        if not terminal and 1 < g.lines.scale <= MOST_SCALED:
            whole = <int64_t> nearbyint(value * g.lines.scale)
            exact_ratio(&s.exact, whole, 1)
            exact_divide(&s.exact, <int64_t> g.lines.scale)
            s.exact.holds &= <double> whole / g.lines.scale == value
            return
    whole = <int64_t> value
    exact_ratio(&s.exact, whole, <double> whole == value)


cdef double mean(
    Search *s, const Board *g, u64 x, u64 o, int side, u64 moves, Py_ssize_t row, int depth
) noexcept nogil:
    """The double nearest to the expected value of a chance node."""
    cdef int count = moves_in(g, moves), tried, place = 0, side2 = 0
    cdef u64 left = moves, move, x2 = 0, o2 = 0
    cdef Py_ssize_t key = <Py_ssize_t> x if Board is Tree else count
    cdef const int64_t *weights = s.weights + s.first_weight[key]
    cdef Exact total
    cdef double v = 0
    exact_start(&total)
    expand(s, row, depth, count)
    for tried in range(count):
        move = next_move(g, GIVEN, moves, &left, tried, count, &place)
        play(g, x, o, side, move, &x2, &o2, &side2)
        visit(s, g, x2, o2, side2, place, row, depth + 1, -INFINITY, INFINITY)
        if s.stopped:
            return 0
        exact_add(&total, &s.exact, weights[tried])
        if tried == 0 and not s.records:
            take_line(s, depth, place)
    exact_divide(&total, s.common[key])
    if not exact_double(&total, &v):
        return too_long(s)
    s.exact = total
    return leave(s, row, depth, v, count, count, 0)


cdef double too_long(Search *s) noexcept with gil:
    """Leave the search to Python's integers: 128 bits are too few."""
    (<Run> s.run).error = Unsupported("an exact value of more than 128 bits")
    s.stopped = True
    return 0


cdef double known_or_best(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, Py_ssize_t row,
    int depth, double alpha, double beta
) noexcept nogil:
    """Answer from the table if possible; otherwise search and store the result."""
    cdef int64_t rest = 4 * (depth if s.depth_counts else 0) + side
    cdef Entry *known = entry_of(&s.table, x, o, rest)
    cdef double value
    cdef int bound
    if known.rest >= 0:
        value = known.value
        bound = known.bound
        if is_enough(s, value, bound, alpha, beta):
            if s.records:
                repeat(s, row, known.row)
            else:
                go_on_with(s, depth, known.line)
            bound = clipped(s, &value, bound, alpha, beta)
            return leave(s, row, depth, value, 0, 0, REPEAT | bound)
    value = best_within(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    if not s.stopped:
        remember(s, x, o, rest, row, depth, value, s.back)
    return value


cdef inline bint is_enough(
    Search *s, double value, int bound, double alpha, double beta
) noexcept nogil:
    """Whether an earlier result answers a visit with this window."""
    if bound == LOWER:
        return value > beta if s.strict else value >= beta
    if bound == UPPER:
        return value < alpha if s.strict else value <= alpha
    return bound == 0


cdef inline int clipped(
    Search *s, double *value, int bound, double alpha, double beta
) noexcept nogil:
    """Clip a value if fail-hard, and return its bound flags."""
    if s.fail_hard:
        if value[0] > beta:
            value[0] = beta
            return bound | LOWER
        if value[0] < alpha:
            value[0] = alpha
            return bound | UPPER
    return bound


cdef double best_within(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, Py_ssize_t row,
    int depth, double alpha, double beta
) noexcept nogil:
    """Alpha-beta for MAX and MIN in one function; only the comparisons differ."""
    cdef int count = moves_in(g, moves), tried = 0, place = 0, side2 = 0, flags, bound, best = 0
    cdef u64 left = 0 if s.order.kind == STATIC else moves, move, x2 = 0, o2 = 0
    cdef double low = alpha, high = beta, v, v2
    cdef bint is_max = turn == MAX, cut = False, better
    # The flags of a child's bound that make v a bound, on the mover's side and on the other.
    cdef int short = UPPER if is_max else LOWER
    cdef int beyond = LOWER if is_max else UPPER
    cdef int reached = short, more = 0  # the same of v: 0 if it cannot be less, or more
    cdef Py_ssize_t begin
    v = -INFINITY if is_max else INFINITY
    expand(s, row, depth, count)
    begin = list_moves(s, g, x, o, side, turn, moves, count, depth)
    if s.stopped:
        return 0
    while tried < count:
        move = nth_move(s, g, moves, begin, tried, count, &left, &place)
        play(g, x, o, side, move, &x2, &o2, &side2)
        if s.scouts and tried:
            v2 = scout(s, g, x2, o2, side2, place, is_max, row, depth, low, high)
        else:
            v2 = visit(s, g, x2, o2, side2, place, row, depth + 1, low, high)
        if s.stopped:
            return 0
        if s.order.kind == BEST_FIRST:
            s.order.listed[begin + tried].rank = v2
        tried += 1
        bound = s.back
        if v2 > v if is_max else v2 < v:
            v = v2
            best = place
            reached = bound & short
            if not s.records:
                take_line(s, depth, place)
        elif v2 == v:
            reached &= bound
            if s.ties_last and not s.records:
                take_line(s, depth, place)
        more |= bound & beyond
        if is_max:
            cut = v > beta if s.strict else v >= beta
        else:
            cut = v < alpha if s.strict else v <= alpha
        if cut:
            if not passes(g, moves):
                break
            cut = False
        if is_max:
            if v > low:
                low = v
        elif v < high:
            high = v
    if tried < count:
        more = beyond
    flags = clipped(s, &v, reached | more, alpha, beta)
    if s.solves:
        flags = pass_flags(s, v, flags, alpha, beta)
        s.best = best
        s.only_end = tried == 1 and s.back & TERMINAL
    if cut:
        flags |= EARLY_RETURN
        if tried < count:
            flags |= CUTOFF
    v = leave(s, row, depth, v, count, tried, flags)
    if begin >= 0:
        learn(s, g, x, o, side, turn, begin, tried, depth, flags)
        unlist_moves(s, begin)
    return v


cdef double scout(
    Search *s, const Board *g, u64 x, u64 o, int side, int place, bint is_max, Py_ssize_t row,
    int depth, double alpha, double beta
) noexcept nogil:
    """Test with a null window whether a later child is better; if so, search it again."""
    cdef double low = alpha, high = beta, v2, step
    cdef Py_ssize_t again
    if is_max and isfinite(alpha):
        high = alpha + 1
        step = nextafter(alpha, INFINITY)
        if step > high:
            high = step
        if not high < beta:
            high = beta
    elif not is_max and isfinite(beta):
        low = beta - 1
        step = nextafter(beta, -INFINITY)
        if step < low:
            low = step
        if not low > alpha:
            low = alpha
    v2 = visit(s, g, x, o, side, place, row, depth + 1, low, high)
    if s.stopped or (low == alpha and high == beta):
        return v2
    if not (high <= v2 < beta if is_max else alpha < v2 <= low):
        return v2
    again = s.rows
    v2 = visit(s, g, x, o, side, place, row, depth + 1, alpha, beta)
    if not s.stopped and s.records:
        s.flags[again] |= RESEARCH
    return v2


cdef void start(Search *s, const Board *g, BoardGame root) noexcept:
    """Search from a root, without the interpreter's lock."""
    with nogil:
        if s.solves:
            root.found = solve_root(s, g, root.x, root.o, root.side)
        else:
            root.found = visit(s, g, root.x, root.o, root.side, 0, -1, 0, root.alpha, root.beta)
