"""The checks of `engine.log.consistency`, in one pass over nine columns."""


def fitting(log, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t above, Py_ssize_t pair):
    """Find the first inconsistent row, as `engine.log.consistency` does.

    Args:
        log: whose columns are all of one length.
        start: the first row to check; those before it fit.
        stop: the row before which to end, more than `start`.
        above: the innermost node that was open at the row before `start`; -1 for none.
        pair: which of the pairs in `repeats` comes next.

    Returns:
        The first row that does not fit, or `stop`; and `above` and `pair` there.
    """
    cdef const int32_t[::1] parent = log.parent
    cdef const int32_t[::1] size = log.size
    cdef const uint16_t[::1] depth = log.depth
    cdef const uint16_t[::1] action = log.action
    cdef const uint8_t[::1] player = log.player
    cdef const uint16_t[::1] actions = log.actions
    cdef const uint16_t[::1] tried = log.tried
    cdef const uint16_t[::1] flags = log.flags
    cdef const int32_t[::1] repeats = log.repeats
    cdef Py_ssize_t rows = parent.shape[0], pairs = repeats.shape[0] // 2
    cdef Py_ssize_t row = start, end = rows
    cdef int64_t below = 0, moves = 1, held
    cdef int32_t flag
    if {len(column) for column in log.columns().values()} != {rows}:
        raise ValueError("columns of different lengths")
    if not (0 <= start < stop <= rows and -1 <= above < start and 0 <= pair):
        raise ValueError("no such rows")
    with nogil:
        if above >= 0:
            end, below, moves = above + size[above], depth[above] + <int64_t>1, actions[above]
        while row < stop:
            while row == end and above >= 0:
                above = parent[above]
                # It was checked to be before its child. But the columns may be in a file that
                # another process overwrites now, which must not cause reads out of bounds.
                if not -1 <= above < row:
                    above, end = -1, -1
                elif above >= 0:
                    end, below, moves = above + size[above], depth[above] + <int64_t>1, actions[above]
                else:
                    end, below, moves = rows, 0, 1
            flag, held = flags[row], size[row]
            if (
                parent[row] != above
                or depth[row] != below
                or held < 1
                or held > end - row
                or player[row] > CHANCE
                or action[row] >= moves
                or tried[row] > actions[row]
                or (held > 1 and (actions[row] == 0 or flag & (TERMINAL | EVALUATED | REPEAT)))
                or (flag & INCOMPLETE and row + held != rows)
            ):
                break
            if flag & REPEAT:
                if pair >= pairs or repeats[2 * pair] != row:
                    break
                if not 0 <= repeats[2 * pair + 1] < row:
                    break
                pair += 1
            if held > 1:
                above, end, below, moves = row, row + held, below + 1, actions[row]
            row += 1
    return row, above, pair
