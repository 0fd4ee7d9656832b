"""The ends of windows, as `engine.log.windows.MovedEnd` computes them."""


def moved_ends(
    parent, player, bound, int mover, double root, Py_ssize_t start, Py_ssize_t stop
):
    """The α or β of some rows.

    Args:
        parent, player, bound: the columns.
        mover: the player who moves this end.
        root: the end of the roots' window.
        start: the first row.
        stop: the row before which to end.
    """
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
