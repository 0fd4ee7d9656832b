"""The best line, for searches that write no rows from which to read it.

The open node at each depth has a line: best play below it as far as it is known. It is taken from
the child that returned the best value.
"""

cdef enum:
    LINE = DEEPEST + 2


cdef int make_lines(Search *s) noexcept:
    """Allocate the lines and counts; −1 if out of memory."""
    s.tallies = <Tally *> calloc(LINE, sizeof(Tally))
    s.line = <uint16_t *> malloc(LINE * LINE * sizeof(uint16_t))
    s.line_ends = <int *> calloc(LINE, sizeof(int))
    return -1 if s.tallies == NULL or s.line == NULL or s.line_ends == NULL else 0


cdef inline void take_line(Search *s, int depth, int place) noexcept nogil:
    """Use the line of the child that returned last."""
    cdef uint16_t *line = s.line + depth * LINE
    cdef int below = s.line_ends[depth + 1]
    line[0] = <uint16_t> place
    memcpy(line + 1, line + LINE, below * sizeof(uint16_t))
    s.line_ends[depth] = below + 1


cdef Py_ssize_t keep_line(Search *s, int depth) noexcept nogil:
    """Store the line of a node for the table; −1 if there is no memory for it."""
    cdef int length = s.line_ends[depth]
    cdef Py_ssize_t at = s.kept_end, room
    cdef uint16_t *kept
    if at + length + 1 > s.kept_room:
        room = 2 * s.kept_room + 2 * LINE
        kept = NULL
        if may_take(s, room * sizeof(uint16_t)):
            kept = <uint16_t *> realloc(s.kept, room * sizeof(uint16_t))
        if kept == NULL:
            return -1
        s.kept = kept
        s.kept_room = room
    s.kept[at] = <uint16_t> length
    memcpy(s.kept + at + 1, s.line + depth * LINE, length * sizeof(uint16_t))
    s.kept_end = at + length + 1
    return at


cdef inline void go_on_with(Search *s, int depth, Py_ssize_t at) noexcept nogil:
    """Restore a stored line."""
    s.line_ends[depth] = s.kept[at]
    memcpy(s.line + depth * LINE, s.kept + at + 1, s.kept[at] * sizeof(uint16_t))
