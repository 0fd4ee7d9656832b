"""The counts of `engine.log.counts.count_visits`, in one pass over four columns."""


cdef class Held:
    """A column's memory, held while it is read."""

    cdef Py_buffer view
    cdef Py_ssize_t rows

    def __init__(self, object column, Py_ssize_t itemsize):
        PyObject_GetBuffer(column, &self.view, PyBUF_CONTIG_RO)
        if self.view.itemsize != itemsize:
            raise ValueError(f"a column of {self.view.itemsize} bytes a row; expected {itemsize}")
        self.rows = self.view.len // itemsize

    def __dealloc__(self):
        PyBuffer_Release(&self.view)


def counted(log):
    """The sums of a log's rows.

    Returns:
        How many rows have each value of `flags` as far as its bits below 512 go, by value; the sum
        of `actions`; the moves that cutoffs skipped; and the roots.
    """
    cdef Held parents = Held(log.parent, sizeof(int32_t))
    cdef Held moves_of = Held(log.actions, sizeof(uint16_t))
    cdef Held tried_of = Held(log.tried, sizeof(uint16_t))
    cdef Held flags_of = Held(log.flags, sizeof(uint16_t))
    cdef const int32_t *parent = <const int32_t *> parents.view.buf
    cdef const uint16_t *actions = <const uint16_t *> moves_of.view.buf
    cdef const uint16_t *tried = <const uint16_t *> tried_of.view.buf
    cdef const uint16_t *flags = <const uint16_t *> flags_of.view.buf
    # While a search runs, some columns are ahead of others.
    cdef Py_ssize_t row
    cdef Py_ssize_t rows = min(parents.rows, moves_of.rows, tried_of.rows, flags_of.rows)
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
