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


def counted(log):
    """Count the rows by their flags below 512; sum moves, moves skipped by cutoffs, and roots."""
    cdef Held parents = Held(log.parent, sizeof(int32_t))
    cdef Held moves_of = Held(log.actions, sizeof(uint16_t))
    cdef Held tried_of = Held(log.tried, sizeof(uint16_t))
    cdef Held flags_of = Held(log.flags, sizeof(uint16_t))
    cdef const int32_t *parent = <const int32_t *> parents.view.buf
    cdef const uint16_t *actions = <const uint16_t *> moves_of.view.buf
    cdef const uint16_t *tried = <const uint16_t *> tried_of.view.buf
    cdef const uint16_t *flags = <const uint16_t *> flags_of.view.buf
    # While a search runs, the columns are longer than the log.
    cdef Py_ssize_t row
    cdef Py_ssize_t rows = min(len(log), parents.rows, moves_of.rows, tried_of.rows, flags_of.rows)
    cdef int64_t by_flags[512]
    cdef int64_t moves = 0, skipped = 0, roots = 0
    memset(by_flags, 0, sizeof(by_flags))
    with nogil:
        for row in range(rows):
            by_flags[flags[row] & 511] += 1
            moves += actions[row]
            if flags[row] & CUTOFF:
                skipped += actions[row] - tried[row]
            roots += parent[row] < 0
    found = {at: by_flags[at] for at in range(512) if by_flags[at]}
    return found, moves, skipped, roots


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
