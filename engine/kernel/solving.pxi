"""The search `solve`, as in `engine.searches.solve`: its table, its passes and its best line."""

cdef enum:
    PASS_CELL = 64  # the cell of a pass
    NO_CELL = -1

# What an entry knows.
cdef enum:
    HAS_LOWER = 1
    HAS_UPPER = 2
    IS_EXACT = 4


cdef inline int least_image(const Search *s, u64 *x, u64 *o) noexcept nogil:
    """Replace a position by the least symmetric one; return the symmetry, −1 for none."""
    cdef u64 x0 = x[0], o0 = o[0], x2, o2
    cdef int at, by = -1
    for at in range(s.symmetries):
        x2 = image_of(s, at, x0)
        if x2 > x[0]:
            continue
        o2 = image_of(s, at, o0)
        if x2 < x[0] or o2 < o[0]:
            x[0] = x2
            o[0] = o2
            by = at
    return by


cdef inline u64 slot_of(const Proofs *half, u64 x, u64 o, int32_t rest) noexcept nogil:
    """Where a position is in one half of the table, or would be."""
    cdef u64 at = hash_of(x, o, <u64> rest) & (half.slots - 1)
    cdef const Proof *entry
    while True:
        entry = &half.entries[at]
        if entry.rest < 0 or (entry.x == x and entry.o == o and entry.rest == rest):
            return at
        at = (at + 1) & (half.slots - 1)


cdef inline Proof *proof_of(Search *s, u64 x, u64 o, int32_t rest) noexcept nogil:
    """What the table knows of a position; NULL for nothing."""
    cdef Proof *entry = &s.newer.entries[slot_of(&s.newer, x, o, rest)]
    if entry.rest < 0 and s.older.slots:
        entry = &s.older.entries[slot_of(&s.older, x, o, rest)]
    return NULL if entry.rest < 0 else entry


cdef void empty_half(Proofs *half) noexcept nogil:
    """Empty a half of the table."""
    cdef u64 at
    half.filled = 0
    for at in range(half.slots):
        half.entries[at].rest = -1


cdef int grow_half(Proofs *half, u64 slots) noexcept nogil:
    """Give a half this size and copy its entries; −1 if out of memory."""
    cdef Proofs larger
    cdef u64 at
    larger.slots = slots
    larger.entries = <Proof *> table_memory(slots * sizeof(Proof))
    if larger.entries == NULL:
        return -1
    empty_half(&larger)
    for at in range(half.slots):
        if half.entries[at].rest >= 0:
            larger.entries[
                slot_of(&larger, half.entries[at].x, half.entries[at].o, half.entries[at].rest)
            ] = half.entries[at]
    larger.filled = half.filled
    free(half.entries)
    half[0] = larger
    return 0


cdef Proof *proof_to_write(Search *s, u64 x, u64 o, int32_t rest) noexcept nogil:
    """The entry of a position in the newer half, made if there is none; NULL if out of memory."""
    cdef Proof before
    cdef Proof *entry
    cdef Proof *known = proof_of(s, x, o, rest)
    cdef Proofs half
    cdef u64 at = slot_of(&s.newer, x, o, rest)
    if s.newer.entries[at].rest >= 0:
        return &s.newer.entries[at]
    if known == NULL:
        before.x = x
        before.o = o
        before.rest = rest
        before.known = 0
        before.cell = NO_CELL
    else:
        before = known[0]
    if s.newer.filled >= s.half:
        half = s.older
        s.older = s.newer
        s.newer = half
        if half.slots:
            empty_half(&s.newer)
        elif grow_half(&s.newer, FIRST_SLOTS):
            return NULL
        at = slot_of(&s.newer, x, o, rest)
    elif 4 * s.newer.filled >= 3 * s.newer.slots:
        if not may_take(s, 2 * s.newer.slots * sizeof(Proof)) or grow_half(
            &s.newer, 2 * s.newer.slots
        ):
            return NULL
        at = slot_of(&s.newer, x, o, rest)
    s.newer.filled += 1
    entry = &s.newer.entries[at]
    entry[0] = before
    return entry


cdef inline int place_of_cell(
    Search *s, const Board *g, u64 moves, int cell, int symmetry
) noexcept nogil:
    """The place of the move that the table keeps; −1 for none."""
    if cell == NO_CELL:
        return -1
    if Board is InARow or Board is Falling or Board is Reversi:
        if cell == PASS_CELL:
            return 0
        if symmetry >= 0:
            cell = s.cells_before[64 * symmetry + cell]
        return bits_in(moves & ((<u64> 1 << cell) - 1))
    else:
        return cell


cdef inline int cell_of_place(
    Search *s, const Board *g, u64 moves, int place, int symmetry
) noexcept nogil:
    """What the table keeps of a move."""
    cdef int at
    if Board is InARow or Board is Falling or Board is Reversi:
        if moves == 0:
            return PASS_CELL
        for at in range(place):
            moves &= moves - 1
        at = lowest_bit(moves)
        return at if symmetry < 0 else s.cell_images[64 * symmetry + at]
    else:
        return place


cdef inline bint is_near_end(const Board *g, u64 x, u64 o) noexcept nogil:
    """Whether so few moves are left that ranking and keeping take longer than searching."""
    if Board is Reversi:
        return bits_in(g.board & ~(x | o)) <= g.near_end
    else:
        return False


cdef double solved_or_best(
    Search *s, const Board *g, u64 x, u64 o, int side, int turn, u64 moves, Py_ssize_t row,
    int depth, double alpha, double beta
) noexcept nogil:
    """Answer from the table if possible; otherwise search and store what it proves."""
    cdef u64 x2 = x, o2 = o
    cdef int symmetry, flags
    cdef int32_t rest = 4 * (depth if s.depth_counts else 0) + side
    cdef Proof *known
    cdef double value
    s.order.first = -1
    if is_near_end(g, x, o):
        return best_within(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    symmetry = least_image(s, &x2, &o2)
    known = proof_of(s, x2, o2, rest)
    if known != NULL:
        flags = 0 if known.known & IS_EXACT else LOWER
        if known.known & HAS_LOWER and is_enough(s, known.lower, flags, alpha, beta):
            return answered(s, row, depth, known.lower, flags, known.lower_row)
        if known.known & HAS_UPPER and is_enough(s, known.upper, UPPER, alpha, beta):
            return answered(s, row, depth, known.upper, UPPER, known.upper_row)
        s.order.first = place_of_cell(s, g, moves, known.cell, symmetry)
    value = best_within(s, g, x, o, side, turn, moves, row, depth, alpha, beta)
    if s.stopped or (s.only_end and (value >= s.high if turn == MAX else value <= s.low)):
        return value
    flags = s.back & (LOWER | UPPER)
    if flags == LOWER | UPPER:
        return value
    known = proof_to_write(s, x2, o2, rest)
    if known == NULL:
        fail_memory(s)
        return value
    if flags == 0:
        known.known = HAS_LOWER | IS_EXACT
    elif flags == LOWER:
        known.known |= HAS_LOWER
    else:
        known.known |= HAS_UPPER
    if flags != UPPER:
        known.lower = value
        known.lower_row = <int32_t> row
    if flags == UPPER:
        known.upper = value
        known.upper_row = <int32_t> row
    if flags != (UPPER if turn == MAX else LOWER):
        known.cell = <int16_t> cell_of_place(s, g, moves, s.best, symmetry)
    return value


cdef inline double answered(
    Search *s, Py_ssize_t row, int depth, double value, int flags, Py_ssize_t known
) noexcept nogil:
    """Leave a node that the table answers."""
    if s.records:
        repeat(s, row, known)
    return leave(s, row, depth, value, 0, 0, REPEAT | proved_flags(s, value, flags))


cdef inline int proved_flags(Search *s, double v, int flags) noexcept nogil:
    """The flags of a value; nothing is worth more than the best end of the game."""
    if v <= s.low:
        flags &= ~UPPER
    if v >= s.high:
        flags &= ~LOWER
    return flags


cdef inline int pass_flags(
    Search *s, double v, int flags, double alpha, double beta
) noexcept nogil:
    """Do as `WindowedPasses.leave`: only a value inside its window is exact."""
    if not (v == alpha and v == beta):
        flags &= ~(LOWER | UPPER)
        flags |= UPPER if v <= alpha else LOWER if v >= beta else 0
    return proved_flags(s, v, flags)


cdef inline double promise_of(
    Search *s, const Board *g, u64 x, u64 o, int side, u64 moves, u64 move
) noexcept nogil:
    """The rank of a move, as `Game.promise` gives it; equal ones are in the static order."""
    cdef u64 mine, theirs, free_cells, x2 = 0, o2 = 0
    cdef int side2 = 0
    if Board is InARow or Board is Falling:
        mine = (x if side == MAX else o) | move
        theirs = o if side == MAX else x
        if Board is InARow:
            if has_line(&g.lines, mine):
                return 0
            free_cells = g.full & ~(mine | theirs)
            if completions(&g.lines, theirs) & free_cells:
                return 1000
        else:
            if has_four(g, mine):
                return 0
            free_cells = g.full & ~(mine | theirs)
            if completions(&g.lines, theirs) & ((mine | theirs) + g.bottom):
                return 1000
        return 500 - bits_in(completions(&g.lines, mine) & free_cells)
    elif Board is Reversi:
        play(g, x, o, side, move, &x2, &o2, &side2)
        return bits_in(placements(g, o2 if side == MAX else x2, x2 if side == MAX else o2))
    else:
        return 0


cdef inline void null_window(
    Search *s, double value, bint below, double *alpha, double *beta
) noexcept nogil:
    """The null window below a value, or above it; see `pass_window`."""
    cdef double step
    if below:
        beta[0] = value
        alpha[0] = value - s.gap
        step = nextafter(value, -INFINITY)
        if value < INFINITY and step < alpha[0]:
            alpha[0] = step
    else:
        alpha[0] = value
        beta[0] = value + s.gap
        step = nextafter(value, INFINITY)
        if value > -INFINITY and step > beta[0]:
            beta[0] = step


cdef double solve_root(Search *s, const Board *g, u64 x, u64 o, int side) noexcept nogil:
    """Move a null window until the bounds meet; without rows, find the best line too."""
    cdef double lower = s.low, upper = s.high, value = s.guess, alpha = 0, beta = 0
    cdef int unproved = LOWER if s.turn[side] == MIN else UPPER
    if value < lower:
        value = lower
    if value > upper:
        value = upper
    while True:
        s.pass_began = s.rows
        null_window(s, value, value != lower, &alpha, &beta)
        value = visit_root(s, g, x, o, side, 0, alpha, beta)
        if s.stopped or note_pass(s, value):
            return value
        if not s.back & unproved and not s.records:
            s.found_length = s.line_ends[0]
            s.found_line[0] = s.line[0]
        if value < beta:
            upper = value
        if value > alpha:
            lower = value
        if lower >= upper:
            break
    if not s.records and s.found_length:
        extend_line(s, g, x, o, side, value)
    return value


cdef inline double visit_root(
    Search *s, const Board *g, u64 x, u64 o, int side, int depth, double alpha, double beta
) noexcept nogil:
    """Search from a root."""
    cdef u64 moves = 0
    cdef double value = 0
    if Board is Falling:
        if suits_fours(s, g) and not over(g, x, o, side, depth == 0, &moves, &value):
            return visit_root_four(s, g, x, o, side, depth, alpha, beta)
    return visit(s, g, x, o, side, 0, -1, depth, alpha, beta)


cdef int note_pass(Search *s, double value) noexcept with gil:
    """Keep the result of a pass."""
    run = <Run> s.run
    line = () if s.records or not s.line_ends[0] else (s.line[0],)
    run.passes.append((value, s.back, line, s.rows - s.pass_began))
    return 0


cdef void extend_line(
    Search *s, const Board *g, u64 x, u64 o, int side, double value
) noexcept nogil:
    """Do as `Solve._extend_line`."""
    cdef Tally *counted = <Tally *> malloc(LINE * sizeof(Tally))
    cdef u64 moves = 0, left, move = 0, x2 = 0, o2 = 0
    cdef int depth = 0, place = s.found_line[0], at, found = 0, side2 = 0
    cdef double ended = 0
    if counted == NULL:
        fail_memory(s)
        return
    memcpy(counted, s.tallies, LINE * sizeof(Tally))
    s.found_length = 1
    s.extends = True
    over(g, x, o, side, True, &moves, &ended)
    while True:
        left = moves
        for at in range(place + 1):
            move = next_move(g, GIVEN, moves, &left, at, moves_in(g, moves), &found)
        play(g, x, o, side, move, &x2, &o2, &side2)
        x, o, side = x2, o2, side2
        depth += 1
        moves = 0
        if over(g, x, o, side, False, &moves, &ended):
            break
        place = best_place(s, g, x, o, side, moves, depth, value)
        if s.stopped:
            break
        s.found_line[s.found_length] = <uint16_t> place
        s.found_length += 1
    memcpy(s.tallies, counted, LINE * sizeof(Tally))
    free(counted)


cdef int best_place(
    Search *s, const Board *g, u64 x, u64 o, int side, u64 moves, int depth, double value
) noexcept nogil:
    """Do as `Solve._best_place`."""
    cdef int turn = s.turn[side], symmetry, count = moves_in(g, moves), place
    cdef double alpha = 0, beta = 0
    cdef u64 x2 = x, o2 = o
    cdef Py_ssize_t begin
    cdef Proof *known
    if value != (s.low if turn == MAX else s.high):
        null_window(s, value, turn == MAX, &alpha, &beta)
        visit_root(s, g, x, o, side, depth, alpha, beta)
        if s.stopped:
            return 0
        if s.line_ends[depth]:
            return s.line[depth * LINE]
    symmetry = least_image(s, &x2, &o2)
    known = proof_of(s, x2, o2, 4 * (depth if s.depth_counts else 0) + side)
    s.order.first = -1
    if Board is Falling:
        if s.newer_fours.slots:
            s.order.first = place_of_four(s, g, x, o, side, moves)
    if known != NULL:
        s.order.first = place_of_cell(s, g, moves, known.cell, symmetry)
    begin = list_moves(s, g, x, o, side, turn, moves, count, depth)
    if s.stopped:
        return 0
    place = s.order.listed[begin].place if begin >= 0 else 0
    unlist_moves(s, begin)
    return place
