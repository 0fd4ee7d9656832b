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


def levels_of(log):
    """Return the counts of each depth of a log, by name."""
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
    cdef int deepest = -1, at
    cdef Tally *tallies
    cdef Tally *tally
    with nogil:
        for row in range(rows):
            if depth[row] > deepest:
                deepest = depth[row]
    tallies = <Tally *> calloc(deepest + 2, sizeof(Tally))
    if tallies == NULL:
        raise MemoryError
    with nogil:
        for row in range(rows):
            tally = &tallies[depth[row]]
            tally.visited += 1
            tally.moves += actions[row]
            if flags[row] & TERMINAL:
                tally.terminals += 1
            elif flags[row] & EVALUATED:
                tally.evaluated += 1
            elif flags[row] & REPEAT:
                tally.repeats += 1
            if flags[row] & EARLY_RETURN:
                tally.early_returns += 1
                if flags[row] & CUTOFF:
                    tally.cutoffs += 1
                    tally.skipped += actions[row] - tried[row]
    levels = [name_counts(&tallies[at]) for at in range(deepest + 1)]
    free(tallies)
    return levels


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
