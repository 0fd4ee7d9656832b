"""Orders that depend on the moves' values, or on the search so far; see `engine.searches.ordering`.

The moves of all open nodes are on one stack, each node's in search order.
"""

#: Up to this many moves, sorting by insertion is faster.
cdef enum:
    FEW_MOVES = 40

cdef extern from "stdlib.h" nogil:
    void qsort(
        void *items, size_t count, size_t size,
        int (*compare)(const void *, const void *) noexcept nogil
    )


cdef int make_order(Order *order, int kind, int keys, Py_ssize_t most_solved) noexcept:
    """Make what an order keeps; −1 if out of memory."""
    cdef int at
    order.kind = kind
    order.lists = kind > STATIC
    order.keys = keys
    order.most_solved = most_solved
    if kind == KILLER:
        order.killers = <int32_t *> malloc(2 * LINE * sizeof(int32_t))
        if order.killers == NULL:
            return -1
        for at in range(2 * LINE):
            order.killers[at] = -1
    elif kind == HISTORY:
        order.cuts = <int64_t *> calloc(2 * keys + 1, sizeof(int64_t))
        return -1 if order.cuts == NULL else 0
    elif kind == BEST_FIRST:
        return make_table(&order.seen, FIRST_SLOTS)
    elif kind == PERFECT or kind == WORST:
        return make_table(&order.solved, FIRST_SLOTS)
    return 0


cdef void free_order(Order *order) noexcept:
    free(order.listed)
    free(order.killers)
    free(order.cuts)
    free(order.seen.entries)
    free(order.places)
    free(order.solved.entries)


cdef inline int key_of(const Board *g, u64 x, u64 move) noexcept nogil:
    """The identity of a move across positions, less than `BoardGame.keys`."""
    if Board is InARow:
        return lowest_bit(move)
    elif Board is Falling:
        return lowest_bit(move) // g.stride
    elif Board is Reversi:
        return lowest_bit(move) if move else 64
    elif Board is Nim:
        return key_of_nim(g, x, <int> move)
    else:
        return <int> move


cdef inline Py_ssize_t list_moves(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, int count, int depth
) noexcept nogil:
    """List a node's moves in search order; −1 if the order needs no list."""
    if s.order.lists and not (s.solves and is_near_end(g, x, o)):
        return list_ranked(s, g, x, o, side, turn, moves, count, depth)
    return -1


cdef inline u64 nth_move(
    Search *s, const Board *g, u64 moves, Py_ssize_t begin, int tried, int count, u64 *left,
    int *place
) noexcept nogil:
    """The next move of a node, from its list if it has one; see `next_move`."""
    if begin < 0:
        return next_move(g, GIVEN if s.solves else s.order.kind, moves, left, tried, count, place)
    place[0] = s.order.listed[begin + tried].place
    return s.order.listed[begin + tried].move


cdef inline void unlist_moves(Search *s, Py_ssize_t begin) noexcept nogil:
    """Remove a node's moves from the stack."""
    if begin >= 0:
        s.order.end = begin


cdef Py_ssize_t list_ranked(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, int count, int depth
) noexcept nogil:
    """List a node's moves, rank and sort them, and return where they begin on the stack."""
    cdef Order *order = &s.order
    cdef Py_ssize_t begin = order.end, room
    cdef Listed *mine
    cdef Entry *known
    cdef const uint16_t *places
    cdef u64 left = moves, ranked = 0
    cdef int at, place = 0, key
    cdef int64_t weight = 0
    if begin + count > order.room:
        room = 2 * order.room + count + 256
        mine = <Listed *> realloc(order.listed, room * sizeof(Listed))
        if mine == NULL:
            fail_memory(s)
            return begin
        order.listed = mine
        order.room = room
    order.end = begin + count
    mine = order.listed + begin
    for at in range(count):
        if order.kind == PROMISING and (Board is InARow or Board is Falling or Board is Reversi):
            mine[at].move = next_move(g, STATIC, moves, &ranked, at, count, &place)
        else:
            mine[at].move = next_move(g, GIVEN, moves, &left, at, count, &place)
        mine[at].place = place
        mine[at].at = at
        mine[at].rank = 0
    if order.kind == PROMISING:
        for at in range(count):
            mine[at].rank = (
                -1 if mine[at].place == order.first
                else promise_of(s, g, x, o, side, moves, mine[at].move)
            )
    elif order.kind == KILLER:
        for at in range(count):
            key = key_of(g, x, mine[at].move)
            mine[at].rank = (
                0 if key == order.killers[2 * depth]
                else 1 if key == order.killers[2 * depth + 1]
                else 2
            )
    elif order.kind == HISTORY:
        for at in range(count):
            key = key_of(g, x, mine[at].move)
            mine[at].rank = <double> -order.cuts[turn * order.keys + key]
    elif order.kind == BEST_FIRST:
        known = entry_of(&order.seen, x, o, 4 * <int64_t> depth + side)
        if known.rest < 0:
            return begin
        for at in range(count):
            mine[at].rank = count
        places = order.places + known.line
        for at in range(known.row):
            mine[places[at]].rank = at
    else:
        if Board is InARow or Board is Falling:
            if order.kind == EVALUATION and g.lines.lines:
                weight = weight_of_lines(&g.lines, x, o)
        for at in range(count):
            mine[at].rank = value_after(s, g, x, o, side, moves, mine[at].move, depth + 1, weight)
            if s.stopped:
                return begin
            if (turn == MAX) != (order.kind == WORST):
                mine[at].rank = -mine[at].rank
    sort_moves(mine, count)
    return begin


cdef double value_after(
    Search *s, const Board *g, u64 x, u64 o, int side, u64 moves, u64 move, int depth,
    int64_t weight
) noexcept nogil:
    """The value of a move for an order: the evaluation after it, or its true value."""
    cdef u64 x2 = 0, o2 = 0, moves2 = 0
    cdef int side2 = 0
    cdef double value = 0
    play(g, x, o, side, move, &x2, &o2, &side2)
    if s.order.kind != EVALUATION:
        return solve(s, g, x2, o2, side2, depth)
    if over(g, x2, o2, side2, False, &moves2, &value):
        return seen(s, value, depth)
    if Board is InARow or Board is Falling:
        if g.lines.lines:
            if side == MAX:
                weight += weight_gained(&g.lines, x, o, move)
            else:
                weight -= weight_gained(&g.lines, o, x, move)
            value = <double> weight / g.lines.scale
            return (0.0 - value if s.turned else value) + 0.0
    return evaluated(s, g, x2, o2)


cdef inline double evaluated(Search *s, const Board *g, u64 x, u64 o) noexcept nogil:
    """An estimate after the effects of the game's wrappers; stops if a node has none."""
    cdef double value = estimate(g, x, o)
    if Board is Tree:
        if isnan(value):
            s.no_estimate = <int64_t> x
            s.stopped = True
            return 0
    return (0.0 - value if s.turned else value) + 0.0


cdef double solve(
    Search *s, const Board *g, u64 x, u64 o, int side, int depth
) noexcept nogil:
    """The minimax value of a position, from a table of the earlier ones."""
    cdef u64 moves = 0, left, move, x2 = 0, o2 = 0
    cdef int64_t rest
    cdef int count, at, place = 0, side2 = 0
    cdef double value = 0, best
    cdef bint is_max = s.turn[side] == MAX
    cdef Entry *entry
    if over(g, x, o, side, False, &moves, &value):
        return seen(s, value, depth)
    if depth == s.limit:
        return evaluated(s, g, x, o)
    # By the plies left, as deepening raises the limit; where a quick win is worth more, the depth
    # is a part of the position.
    rest = 0 if s.limit < 0 else s.limit - depth
    rest = 4 * (rest * LINE + (depth if s.adjusted else 0)) + side
    entry = entry_of(&s.order.solved, x, o, rest)
    if entry.rest >= 0:
        return entry.value
    if s.order.solved.filled >= <u64> s.order.most_solved:
        s.order.too_many = s.stopped = True
        return 0
    count = moves_in(g, moves)
    left = moves
    best = -INFINITY if is_max else INFINITY
    for at in range(count):
        move = next_move(g, GIVEN, moves, &left, at, count, &place)
        play(g, x, o, side, move, &x2, &o2, &side2)
        value = solve(s, g, x2, o2, side2, depth + 1)
        if s.stopped:
            return 0
        if value > best if is_max else value < best:
            best = value
    entry = new_entry(s, &s.order.solved, x, o, rest)
    if entry == NULL:
        fail_memory(s)
        stop_refused(s)
        return 0
    entry.value = best
    return best


cdef void learn(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, Py_ssize_t begin, int tried,
    int depth, int flags
) noexcept nogil:
    """Learn from a node that returns."""
    cdef Order *order = &s.order
    cdef Listed *mine = order.listed + begin
    cdef int32_t *killers
    cdef int64_t left
    cdef int key
    if order.kind == BEST_FIRST:
        learn_places(s, mine, tried, x, o, 4 * <int64_t> depth + side, turn == MAX)
    elif flags & EARLY_RETURN and order.kind == KILLER:
        key = key_of(g, x, mine[tried - 1].move)
        killers = order.killers + 2 * depth
        if killers[0] != key:
            killers[1] = killers[0]
            killers[0] = key
    elif flags & EARLY_RETURN and order.kind == HISTORY:
        key = key_of(g, x, mine[tried - 1].move)
        left = 1 if s.limit < 0 else s.limit - depth
        order.cuts[turn * order.keys + key] += left * left


cdef void learn_places(
    Search *s, Listed *mine, int tried, u64 x, u64 o, int64_t rest, bint is_max
) noexcept nogil:
    """Store the places of a node's visited children by their values, the mover's best first."""
    cdef Order *order = &s.order
    cdef Entry *entry = new_entry(s, &order.seen, x, o, rest)
    cdef uint16_t *places
    cdef Py_ssize_t room
    cdef int at
    if entry == NULL:
        fail_memory(s)
        return
    for at in range(tried):
        mine[at].at = at
        if is_max:
            mine[at].rank = -mine[at].rank
    sort_moves(mine, tried)
    if entry.row < tried:  # not enough room in its old place
        if order.places_end + tried > order.places_room:
            room = 2 * order.places_room + tried + 1024
            places = NULL
            if may_take(s, room * sizeof(uint16_t)):
                places = <uint16_t *> realloc(order.places, room * sizeof(uint16_t))
            if places == NULL:
                fail_memory(s)
                return
            order.places = places
            order.places_room = room
        entry.line = order.places_end
        order.places_end += tried
    entry.row = tried
    for at in range(tried):
        order.places[entry.line + at] = <uint16_t> mine[at].place


cdef inline bint is_before(const Listed *one, const Listed *other) noexcept nogil:
    return one.rank < other.rank or (one.rank == other.rank and one.at < other.at)


cdef int compare_moves(const void *one, const void *other) noexcept nogil:
    """Compare two moves for `qsort`."""
    return -1 if is_before(<const Listed *> one, <const Listed *> other) else 1


cdef void sort_moves(Listed *moves, int count) noexcept nogil:
    """Sort moves by their ranks; equal ones keep their order."""
    cdef int at, to
    cdef Listed moved
    if count > FEW_MOVES:
        qsort(moves, count, sizeof(Listed), compare_moves)
        return
    for at in range(1, count):
        moved = moves[at]
        to = at
        while to and moved.rank < moves[to - 1].rank:
            moves[to] = moves[to - 1]
            to -= 1
        moves[to] = moved
