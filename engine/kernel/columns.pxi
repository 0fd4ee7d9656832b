"""The columns of a log: their memory, and what Python would read from many rows too slowly."""


cdef class Held:
    """A column's memory, held while it is read or written."""

    cdef Py_buffer view
    cdef Py_ssize_t rows

    def __init__(self, object column, Py_ssize_t itemsize, bint writable=False):
        PyObject_GetBuffer(column, &self.view, PyBUF_CONTIG if writable else PyBUF_CONTIG_RO)
        if self.view.itemsize != itemsize:
            raise ValueError(f"a column of {self.view.itemsize} bytes a row; expected {itemsize}")
        self.rows = self.view.len // itemsize

    def __dealloc__(self):
        PyBuffer_Release(&self.view)


#: The names of the counts of a depth, as in `engine.log.counts.DepthCounts`.
_COUNTED = (
    "visited", "moves", "terminals", "evaluated", "repeats", "early_returns", "cutoffs", "skipped",
)


cdef dict name_counts(const Tally *tally):
    """The counts of a depth, by name."""
    return dict(zip(_COUNTED, (
        tally.visited, tally.moves, tally.terminals, tally.evaluated, tally.repeats,
        tally.early_returns, tally.cutoffs, tally.skipped,
    )))


cdef struct DepthRows:
    #: Rows by the flags that are counted: the lowest four, and whether the value is a repeat.
    int64_t by_flags[32]
    int64_t moves
    int64_t skipped


cdef Tally tally_of(const DepthRows *rows):
    """The counts of the rows of a depth."""
    cdef Tally tally
    cdef int flags
    cdef int64_t count
    memset(&tally, 0, sizeof(Tally))
    tally.moves, tally.skipped = rows.moves, rows.skipped
    for flags in range(32):
        count = rows.by_flags[flags]
        tally.visited += count
        if flags & TERMINAL:
            tally.terminals += count
        elif flags & EVALUATED:
            tally.evaluated += count
        elif flags & 16:
            tally.repeats += count
        if flags & EARLY_RETURN:
            tally.early_returns += count
        if flags & CUTOFF:
            tally.cutoffs += count
    return tally


def levels_of(log):
    """Return the counts of each depth of a log, by name, and all flags of its rows."""
    cdef Held depth_of = Held(log.depth, sizeof(uint16_t))
    cdef Held moves_of = Held(log.actions, sizeof(uint16_t))
    cdef Held tried_of = Held(log.tried, sizeof(uint16_t))
    cdef Held flags_of = Held(log.flags, sizeof(uint16_t))
    cdef const uint16_t *depth = <const uint16_t *> depth_of.view.buf
    cdef const uint16_t *actions = <const uint16_t *> moves_of.view.buf
    cdef const uint16_t *tried = <const uint16_t *> tried_of.view.buf
    cdef const uint16_t *flags = <const uint16_t *> flags_of.view.buf
    # While a search runs, the columns are longer than the log.
    cdef Py_ssize_t row
    cdef Py_ssize_t rows = min(len(log), depth_of.rows, moves_of.rows, tried_of.rows, flags_of.rows)
    cdef uint16_t all_flags = 0
    cdef int deepest = -1, at
    cdef DepthRows *levels
    cdef DepthRows *level
    cdef Tally tally
    with nogil:
        for row in range(rows):
            if depth[row] > deepest:
                deepest = depth[row]
    levels = <DepthRows *> calloc(deepest + 2, sizeof(DepthRows))
    if levels == NULL:
        raise MemoryError
    # No branches for flags in this loop: they would be mispredicted.
    with nogil:
        for row in range(rows):
            level = &levels[depth[row]]
            level.by_flags[(flags[row] & 15) | (flags[row] & REPEAT) >> 3] += 1
            level.moves += actions[row]
            level.skipped += (actions[row] - tried[row]) * ((flags[row] & CUTOFF) != 0)
            all_flags |= flags[row]
    counts = []
    for at in range(deepest + 1):
        tally = tally_of(&levels[at])
        counts.append(name_counts(&tally))
    free(levels)
    return counts, all_flags


def moved_ends(
    parent, player, bound, int mover, double root, Py_ssize_t start, Py_ssize_t stop
):
    """Return the α or β of some rows: the end that a player moves, or the roots'."""
    cdef const int32_t[::1] parents = parent
    cdef const uint8_t[::1] players = player
    cdef const double[::1] bounds = bound
    cdef c_array.array found = c_array.clone(array("d"), stop - start, zero=False)
    cdef double[::1] ends = found
    cdef Py_ssize_t row, at, above
    if not 0 <= start <= stop <= min(parents.shape[0], players.shape[0], bounds.shape[0]):
        raise ValueError("no such rows")
    with nogil:
        for row in range(start, stop):
            at = row
            ends[row - start] = root
            # A parent is before its child. But the columns may be in a file that another process
            # overwrites now, which must not cause reads out of bounds.
            while 0 <= parents[at] < at:
                above = parents[at]
                if players[above] == mover:
                    ends[row - start] = bounds[at]
                    break
                if above >= start:
                    ends[row - start] = ends[above - start]
                    break
                at = above
    return found
