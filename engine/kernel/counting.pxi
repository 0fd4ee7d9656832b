"""What `engine.counts.count` counts of a log, in one pass over three columns."""


def counted(log):
    """The sums of a log's rows.

    Returns:
        How many rows have each value of `flags` as far as its bits below 512 go, by value; the sum
        of `actions`; the moves that cutoffs skipped; and the roots.
    """
    cdef const int32_t[::1] parent = log.parent
    cdef const uint16_t[::1] actions = log.actions
    cdef const uint16_t[::1] tried = log.tried
    cdef const uint16_t[::1] flags = log.flags
    cdef Py_ssize_t row, rows = flags.shape[0]
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
