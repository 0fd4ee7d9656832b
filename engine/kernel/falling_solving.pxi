"""The search `solve` of Connect Four without rows: the visits of `solving.pxi`, counted faster.

All windows are null windows between whole numbers, so an entry of the table is a number of 64 bits:
the key of the position, four bits for what is known of its value to the mover, and four for the
column of a move. Children after which the opponent wins at once, and the moves that win at once,
are counted but not searched.
"""

cdef enum:
    AT_LEAST_0 = 16
    AT_MOST_0 = 32
    IS_WON = 64
    IS_LOST = 128
    NO_COLUMN = 15

cdef enum:
    MOST_COLUMNS = 14


cdef inline u64 winning_cells(const Falling *g, u64 discs) noexcept nogil:
    """The cells that complete four in a row, taken or not, possibly outside the board."""
    cdef u64 found = (discs << 1) & (discs << 2) & (discs << 3), pair
    cdef int at, step
    for at in range(3):
        step = g.stride + at - 1
        pair = (discs << step) & (discs << 2 * step)
        found |= pair & ((discs << 3 * step) | (discs >> step))
        pair = (discs >> step) & (discs >> 2 * step)
        found |= pair & ((discs << step) | (discs >> 3 * step))
    return found


cdef inline u64 *four_slot(const Fours *half, u64 key) noexcept nogil:
    """Where a position is in one half of the table, or would be."""
    cdef u64 at = (key * <u64> 0x9E3779B97F4A7C15) >> half.shift
    while half.entries[at] and half.entries[at] >> 8 != key:
        at = (at + 1) & (half.slots - 1)
    return &half.entries[at]


cdef int grow_fours(Fours *half, u64 slots) noexcept nogil:
    """Give a half this size and copy its entries; −1 if out of memory."""
    cdef Fours larger
    cdef u64 at
    larger.slots = slots
    larger.filled = half.filled
    larger.shift = 64 - lowest_bit(slots)
    larger.entries = <u64 *> calloc(slots, sizeof(u64))
    if larger.entries == NULL:
        return -1
    in_large_pages(larger.entries, slots * sizeof(u64))
    for at in range(half.slots):
        if half.entries[at]:
            four_slot(&larger, half.entries[at] >> 8)[0] = half.entries[at]
    free(half.entries)
    half[0] = larger
    return 0


cdef inline u64 four_known(const Search *s, u64 key) noexcept nogil:
    """The entry of a position; 0 for none."""
    cdef u64 found = four_slot(&s.newer_fours, key)[0]
    if found == 0 and s.older_fours.slots:
        found = four_slot(&s.older_fours, key)[0]
    return found


cdef int keep_four(Search *s, u64 key, u64 known) noexcept nogil:
    """Store an entry; −1 if out of memory."""
    cdef u64 *slot = four_slot(&s.newer_fours, key)
    cdef Fours half
    if slot[0]:
        slot[0] = known
        return 0
    if s.newer_fours.filled >= s.half:
        half = s.older_fours
        s.older_fours = s.newer_fours
        s.newer_fours = half
        s.newer_fours.filled = 0
        if half.slots:
            memset(half.entries, 0, half.slots * sizeof(u64))
        elif grow_fours(&s.newer_fours, FIRST_SLOTS):
            return -1
        slot = four_slot(&s.newer_fours, key)
    elif 2 * s.newer_fours.filled >= s.newer_fours.slots:
        if not may_take(s, 2 * s.newer_fours.slots * sizeof(u64)) or grow_fours(
            &s.newer_fours, 2 * s.newer_fours.slots
        ):
            return -1
        slot = four_slot(&s.newer_fours, key)
    s.newer_fours.filled += 1
    slot[0] = known
    return 0


cdef bint suits_fours(const Search *s, const Falling *g) noexcept nogil:
    """Whether `visit_four` can do what `visit` does."""
    return (
        not s.records and not s.strict and not s.adjusted and s.gap == 1
        and (not isfinite(s.guess) or s.guess == nearbyint(s.guess)) and s.low == -1 and s.high == 1
        and s.symmetries <= 1 and g.groups <= MOST_COLUMNS and g.groups * g.stride <= 56
    )


cdef inline bint enter_four(Search *s, int depth) noexcept nogil:
    """Count a visit; whether the search may continue."""
    if s.rows == s.pause and look(s):
        return False
    s.rows += 1
    s.tallies[depth].visited += 1
    return True


cdef inline void cut_four(Search *s, int depth, int skipped) noexcept nogil:
    """Count an early return."""
    s.tallies[depth].early_returns += 1
    if skipped:
        s.tallies[depth].cutoffs += 1
        s.tallies[depth].skipped += skipped


cdef inline u64 image_of(const Search *s, int symmetry, u64 cells) noexcept nogil:
    """A set of cells after a symmetry."""
    cdef const u64 *table = s.images + 2048 * symmetry
    cdef u64 found = 0
    while cells:
        found |= table[cells & 255]
        table += 256
        cells >>= 8
    return found


cdef inline u64 image_of_move(const Search *s, u64 move) noexcept nogil:
    """The cell of a move in the mirror."""
    return <u64> 1 << s.cell_images[lowest_bit(move)] if s.symmetries else move


cdef int visit_four(
    Search *s, const Falling *g, u64 mine, u64 discs, u64 mirrored, u64 all_mirrored, int depth,
    int beta
) noexcept nogil:
    """Do as `visit`, for a mover of whom no four are in a row, nor of the opponent.

    The null window ends at `beta`, 0 or 1; value and flags are as the mover sees them.
    """
    cdef u64 moves, wins, theirs, left, move, key, known, child, image
    cdef u64 listed[MOST_COLUMNS]
    cdef int ranks[MOST_COLUMNS]
    cdef int count, at, to, rank, tried = 0, v = -2, v2, listed_count = 0, first = NO_COLUMN, column
    cdef bint is_mirror
    if not enter_four(s, depth):
        return 0
    moves = (discs + g.bottom) & g.full
    if moves == 0:
        s.tallies[depth].terminals += 1
        s.back = TERMINAL
        return 0
    count = bits_in(moves)
    wins = winning_cells(g, mine) & moves
    if wins:
        s.tallies[depth].moves += count
        if not enter_four(s, depth + 1):
            return 0
        s.tallies[depth + 1].terminals += 1
        cut_four(s, depth, count - 1)
        s.back = EARLY_RETURN | (CUTOFF if count > 1 else 0)
        at = 0
        while not wins & g.group[at]:
            at += 1
        s.best_move = wins & g.group[at]
        return 1
    key = mine + discs
    child = mirrored + all_mirrored
    is_mirror = child < key
    if is_mirror:
        key = child
    known = four_known(s, key)
    if known:
        if known & (IS_WON | IS_LOST):
            s.tallies[depth].repeats += 1
            s.back = REPEAT
            return 1 if known & IS_WON else -1
        if known & (AT_LEAST_0 if beta == 0 else AT_MOST_0):
            s.tallies[depth].repeats += 1
            s.back = REPEAT | (LOWER if beta == 0 else UPPER)
            return 0
        first = known & 15
        if is_mirror and first != NO_COLUMN:
            first = g.groups - 1 - first
    s.tallies[depth].moves += count
    theirs = winning_cells(g, discs ^ mine) & g.full & ~discs
    left = moves & theirs
    if left & (left - 1):
        left = 0
    else:
        left = (left if left else moves) & ~(theirs >> 1)
    # List the moves that do not lose at once, the best first.
    for at in range(g.groups):
        move = left & g.group[at]
        if move:
            if first != NO_COLUMN and lowest_bit(move) // g.stride == first:
                rank = 64
            else:
                rank = bits_in(winning_cells(g, mine | move) & g.full & ~(discs | move))
            to = listed_count
            while to and ranks[to - 1] < rank:
                ranks[to] = ranks[to - 1]
                listed[to] = listed[to - 1]
                to -= 1
            ranks[to] = rank
            listed[to] = move
            listed_count += 1
    first = NO_COLUMN
    for at in range(listed_count):
        move = listed[at]
        image = image_of_move(s, move)
        v2 = -visit_four(
            s, g, discs ^ mine, discs | move, all_mirrored ^ mirrored, all_mirrored | image,
            depth + 1, 1 - beta
        )
        if s.stopped:
            return 0
        tried += 1
        if v2 > v:
            v = v2
            s.best_move = child = move
            if v >= beta:
                break
    if v < beta and listed_count < count:
        # After any of the other moves, the opponent wins at once.
        left ^= moves
        for at in range(g.groups):
            move = left & g.group[at]
            if move:
                if not enter_four(s, depth + 1):
                    return 0
                to = bits_in((discs + move + g.bottom) & g.full)
                s.tallies[depth + 1].moves += to
                if not enter_four(s, depth + 2):
                    return 0
                s.tallies[depth + 2].terminals += 1
                cut_four(s, depth + 1, to - 1)
                tried += 1
                if v == -2:
                    v = -1
                    child = move
    s.best_move = child
    s.back = 0
    if v >= beta:
        cut_four(s, depth, count - tried)
        s.back = EARLY_RETURN | (CUTOFF if tried < count else 0)
    column = lowest_bit(child) // g.stride
    if is_mirror:
        column = g.groups - 1 - column
    # What other searches of the position have proved may have been dropped meanwhile.
    known = four_known(s, key)
    if v:
        known = (IS_WON if v > 0 else IS_LOST) | column
    elif beta == 0:
        s.back |= LOWER
        known = (known & AT_MOST_0) | AT_LEAST_0 | column
    else:
        s.back |= UPPER
        known = (known & AT_LEAST_0) | AT_MOST_0 | (known & 15 if known else NO_COLUMN)
    if keep_four(s, key, key << 8 | known):
        fail_memory(s)
    return v


cdef double visit_root_four(
    Search *s, const Falling *g, u64 x, u64 o, int side, int depth, double alpha, double beta
) noexcept nogil:
    """Search from a root that is not terminal."""
    cdef u64 mine = x if side == MAX else o, mirrored = 0, all_mirrored = 0
    cdef u64 moves = ((x | o) + g.bottom) & g.full
    cdef bint is_max = s.turn[side] == MAX
    cdef int v, flags
    if s.newer_fours.slots == 0 and grow_fours(&s.newer_fours, FIRST_SLOTS):
        fail_memory(s)
        return 0
    mirrored = image_of(s, 0, mine) if s.symmetries else mine
    all_mirrored = image_of(s, 0, x | o) if s.symmetries else x | o
    v = visit_four(
        s, g, mine, x | o, mirrored, all_mirrored, depth, <int> (beta if is_max else -alpha)
    )
    s.line_ends[depth] = 0
    if s.stopped:
        return 0
    flags = s.back
    if not is_max and flags & (LOWER | UPPER):
        s.back ^= LOWER | UPPER
    if not flags & REPEAT:
        s.line_ends[depth] = 1
        s.line[depth * LINE] = <uint16_t> bits_in(moves & (s.best_move - 1))
    return <double> (v if is_max else -v) + 0.0


cdef int place_of_four(
    Search *s, const Falling *g, u64 x, u64 o, int side, u64 moves
) noexcept nogil:
    """The place of the move that the table keeps for a position; −1 for none."""
    cdef u64 mine = x if side == MAX else o
    cdef u64 key = mine + (x | o), mirrored, known
    cdef int column
    mirrored = image_of(s, 0, mine) + image_of(s, 0, x | o) if s.symmetries else key
    known = four_known(s, mirrored if mirrored < key else key)
    column = known & 15
    if known == 0 or column == NO_COLUMN:
        return -1
    if mirrored < key:
        column = g.groups - 1 - column
    return bits_in(moves & ((<u64> 1 << column * g.stride) - 1))
