"""Lines of marks: full lines, and the evaluation of lines."""

ctypedef struct Lines:
    # As in `engine.games.lines.Lines`: for each direction the shifts, and where lines begin.
    int directions
    int shifts[4]
    int shift[4][6]
    u64 beginnings[4]
    int distance[4]  # of neighbours
    int length
    const uint8_t *full  # a bit for every set of up to 16 cells: whether it holds a line
    # The weighted lines of an evaluation.
    int lines
    u64 *masks
    int64_t weights[65]  # by the marks of one side, if the other has none; 0 for an empty line
    double scale
    u64 *through  # the lines through each cell, one cell after another
    int first_through[65]


cdef inline bint has_line(const Lines *g, u64 marks) noexcept nogil:
    """Whether a side with these marks has a line."""
    cdef u64 run
    cdef int at, step
    if g.full != NULL:
        return g.full[marks >> 3] >> (marks & 7) & 1
    for at in range(g.directions):
        run = marks
        for step in range(g.shifts[at]):
            run &= run >> g.shift[at][step]
        if run & g.beginnings[at]:
            return True
    return False


cdef inline u64 completions(const Lines *g, u64 marks) noexcept nogil:
    """The cells that would complete a line of a side with these marks, taken or not."""
    cdef u64 found = 0, begun
    cdef int at, gap, step
    for at in range(g.directions):
        for gap in range(g.length):
            begun = g.beginnings[at]
            for step in range(g.length):
                if step != gap:
                    begun &= marks >> step * g.distance[at]
            found |= begun << gap * g.distance[at]
    return found


cdef inline int64_t weight_of_lines(const Lines *g, u64 x, u64 o) noexcept nogil:
    """The sum of the weights of X's lines, less O's."""
    cdef int64_t total = 0
    cdef u64 in_x, in_o
    cdef int at
    for at in range(g.lines):
        in_x = x & g.masks[at]
        in_o = o & g.masks[at]
        if not in_o:
            total += g.weights[bits_in(in_x)]
        elif not in_x:
            total -= g.weights[bits_in(in_o)]
    return total


cdef inline int64_t weight_gained(const Lines *g, u64 mine, u64 theirs, u64 mark) noexcept nogil:
    """By how much a new mark of mine raises the weight of my lines, less theirs."""
    cdef int64_t gained = 0
    cdef int at, cell = lowest_bit(mark), in_mine, in_theirs
    for at in range(g.first_through[cell], g.first_through[cell + 1]):
        in_mine = bits_in(g.through[at] & mine)
        in_theirs = bits_in(g.through[at] & theirs)
        if not in_theirs:
            gained += g.weights[in_mine + 1] - g.weights[in_mine]
        elif not in_mine:
            gained += g.weights[in_theirs]
    return gained


cdef class LinesHolder:
    """What `Lines` points to."""

    cdef bytes full
    cdef u64 *masks
    cdef u64 *through

    def __dealloc__(self):
        free(self.masks)
        free(self.through)

    cdef int read(self, Lines *g, object lines, object formula, int top) except -1:
        """Read an `engine.games.lines.Lines`, and the evaluation of a formula unless it is None."""
        cdef int at, step, cell
        memset(g, 0, sizeof(Lines))
        g.directions = len(lines.shifts)
        for at, (shifts, beginnings) in enumerate(lines.shifts):
            g.shifts[at] = len(shifts)
            for step, shift in enumerate(shifts):
                g.shift[at][step] = shift
            g.beginnings[at] = beginnings
            g.distance[at], _ = lines.steps[at]
        g.length = lines.length
        if top <= 16:
            self.full = full_sets(lines, top)
            g.full = self.full
        if formula is not None:
            _, masks, weights, scale = formula
            g.lines = len(masks)
            g.scale = scale
            self.masks = <u64 *> malloc(max(g.lines, 1) * sizeof(u64))
            if self.masks == NULL:
                raise MemoryError
            g.masks = self.masks
            for at in range(g.lines):
                self.masks[at] = masks[at]
            for at, weight in enumerate(weights):
                g.weights[at] = weight
            if g.weights[0]:
                raise Unsupported
            through = [[mask for mask in masks if mask >> cell & 1] for cell in range(64)]
            self.through = <u64 *> malloc((sum(map(len, through)) + 1) * sizeof(u64))
            if self.through == NULL:
                raise MemoryError
            g.through = self.through
            for cell in range(64):
                step = g.first_through[cell]
                for mask in through[cell]:
                    self.through[step] = mask
                    step += 1
                g.first_through[cell + 1] = step
        return 0


_full = {}


cdef bytes full_sets(object lines, int top):
    """A bit for every set of cells: whether it holds a line; made once for each board."""
    cdef u64 masks[256]
    cdef u64 marks
    cdef int at, count = len(lines.masks)
    key = (lines.masks, top)
    if key not in _full:
        table = bytearray(max(1 << top >> 3, 1))
        for at in range(count):
            masks[at] = lines.masks[at]
        for marks in range(<u64> 1 << top):
            for at in range(count):
                if marks & masks[at] == masks[at]:
                    table[marks >> 3] |= 1 << (marks & 7)
                    break
        _full[key] = bytes(table)
    return _full[key]
