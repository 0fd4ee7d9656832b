"""One search: its log, its checkpoints and its results."""

#: Visits between two checks for Ctrl-C without a checkpoint: a few milliseconds.
cdef Py_ssize_t UNWATCHED = 1 << 16

#: The columns that a log can have, and the bytes of their numbers.
_COLUMNS = (
    ("parent", 4), ("size", 4), ("depth", 2), ("action", 2), ("player", 1), ("value", 8),
    ("actions", 2), ("tried", 2), ("flags", 2), ("bound", 8), ("alpha", 8), ("beta", 8),
)

#: The orders of moves, as `engine.searches.ordering` names them.
_ORDERS = {
    "given": GIVEN, "right-to-left": RIGHT_TO_LEFT, "static": STATIC, "evaluation": EVALUATION,
    "best-first": BEST_FIRST, "killer": KILLER, "history": HISTORY, "perfect": PERFECT,
    "worst": WORST, "promising": PROMISING,
}


cdef class Chances:
    """The weights of chance nodes and their sums by number of moves or, in a tree, by node."""

    cdef int64_t *weights
    cdef Py_ssize_t *first_weight
    cdef int64_t *common

    def __dealloc__(self):
        free(self.weights)
        free(self.first_weight)
        free(self.common)

    def __init__(self, list known):
        cdef Py_ssize_t at = 0, key, keys = len(known)
        self.weights = <int64_t *> calloc(
            sum([len(pair[0]) for pair in known if pair]) + 1, sizeof(int64_t)
        )
        self.first_weight = <Py_ssize_t *> calloc(keys + 1, sizeof(Py_ssize_t))
        self.common = <int64_t *> calloc(keys + 1, sizeof(int64_t))
        if self.weights == NULL or self.first_weight == NULL or self.common == NULL:
            raise MemoryError
        for key in range(keys):
            pair = known[key]
            if pair is not None:
                weights, self.common[key] = pair
                self.first_weight[key] = at
                for weight in weights:
                    self.weights[at] = weight
                    at += 1


cdef class Run:
    """A search of a position that writes a log, or only counts; see `Search` in `rows.pxi`.

    `turns` has the log's players when MAX, MIN or chance moves on the board; `win` is the value of a
    win at the root, None for the game's; `turned` means that values are the other side's.
    """

    cdef Search s
    #: The passes of `solve`: value, flags, line and visits of each.
    cdef readonly list passes
    cdef readonly BoardGame board
    cdef object log
    cdef object checkpoint
    cdef object reserve
    cdef object refused  # the exception of a `reserve`, raised at the next visit
    cdef Chances chances
    cdef list held  # the memory of `_COLUMNS`; None for those that the log does not have
    cdef Py_ssize_t look_at
    cdef Py_ssize_t room  # the rows that it can hold
    cdef object error

    def __cinit__(self):
        memset(&self.s, 0, sizeof(Search))
        self.s.run = <void *> self

    def __dealloc__(self):
        free(self.s.tallies)
        free(self.s.line)
        free(self.s.line_ends)
        free(self.s.kept)
        free(self.s.table.entries)
        free_order(&self.s.order)
        free(self.s.repeats)
        free(self.s.newer.entries)
        free(self.s.older.entries)
        free(self.s.newer_fours.entries)
        free(self.s.older_fours.entries)
        free(self.s.found_line)
        free(self.s.images)
        free(self.s.cell_images)
        free(self.s.cells_before)

    def __init__(
        self, BoardGame board, object log, object checkpoint, object reserve, *, object limit,
        str order, bint windowed, bint strict, bint fail_hard, bint ties_last, bint scouts,
        bint keeps, Py_ssize_t most_solved, tuple window, tuple turns, bint turned, object win,
        bint exacts, Chances chances, tuple solving=None
    ):
        cdef Search *s = &self.s
        self.board = board
        self.log = log
        self.checkpoint = checkpoint
        self.reserve = reserve
        s.records = log is not None
        s.limit = -1 if limit is None else min(limit, 1 << 30)
        s.windowed = windowed
        s.strict = strict
        s.fail_hard = fail_hard
        s.ties_last = ties_last
        s.scouts = scouts
        s.exacts = exacts
        s.turn = turns
        s.turned = turned
        s.adjusted = win is not None
        s.win = 0 if win is None else win
        s.depth_counts = limit is not None or s.adjusted
        s.no_estimate = -1
        board.alpha, board.beta = window
        if keeps and make_table(&s.table, FIRST_SLOTS):
            raise MemoryError
        if make_order(&s.order, _ORDERS[order], board.keys, most_solved):
            raise MemoryError
        if not s.records and make_lines(s):
            raise MemoryError
        self.passes = []
        if solving is not None:
            s.solves = True
            s.low, s.high, s.guess, s.gap, s.half, symmetries = solving
            self.read_symmetries(symmetries)
            s.found_line = <uint16_t *> calloc(LINE, sizeof(uint16_t))
            if s.found_line == NULL or grow_half(&s.newer, FIRST_SLOTS):
                raise MemoryError
        if chances is not None:
            self.chances = chances
            s.weights = chances.weights
            s.first_weight = chances.first_weight
            s.common = chances.common

    cdef int read_symmetries(self, list symmetries) except -1:
        """Keep symmetries: each is the image of each bit, None outside the board."""
        cdef Search *s = &self.s
        cdef int at, bit, value
        cdef u64 cells
        cdef u64 *table
        s.symmetries = len(symmetries)
        s.images = <u64 *> calloc(2048 * s.symmetries + 1, sizeof(u64))
        s.cell_images = <uint8_t *> calloc(64 * s.symmetries + 1, 1)
        s.cells_before = <uint8_t *> calloc(64 * s.symmetries + 1, 1)
        if s.images == NULL or s.cell_images == NULL or s.cells_before == NULL:
            raise MemoryError
        for at, images in enumerate(symmetries):
            table = s.images + 2048 * at
            for bit, image in enumerate(images):
                if image is None:
                    continue
                s.cell_images[64 * at + bit] = image
                s.cells_before[64 * at + <int> image] = bit
                table[256 * (bit >> 3) + (1 << (bit & 7))] = <u64> 1 << <int> image
            for bit in range(0, 2048, 256):
                for value in range(256):
                    cells = value & (value - 1)
                    if cells:
                        table[bit + value] = table[bit + <int> cells] | table[bit + (value & -value)]
        return 0

    def search(self):
        """Search once, as another root of the log; return whether a deeper pass would see more."""
        cdef Search *s = &self.s
        s.limited = False
        try:
            self.board.search(s)
        finally:
            if s.records:
                self.show()
        if self.error is not None and not (s.extends and isinstance(self.error, SearchStopped)):
            raise self.error
        return s.limited and not s.stopped

    @property
    def value(self):
        """The value that the last search returned."""
        return self.board.found

    def set_limit(self, int limit):
        """Set another limit, for the next pass."""
        self.s.limit = limit

    @property
    def no_estimate(self):
        """The node of a tree at the limit that has no estimate; or None."""
        return None if self.s.no_estimate < 0 else self.s.no_estimate

    @property
    def too_many(self):
        """Whether an order had to value too many positions."""
        return self.s.order.too_many

    @property
    def visited(self):
        """The nodes entered in all searches so far."""
        return self.s.rows

    @property
    def flags(self):
        """The flags of the root after the last search."""
        return self.s.back

    @property
    def line(self):
        """The best line of the last search, by places, if no rows were written."""
        return tuple([self.s.line[at] for at in range(self.s.line_ends[0])])

    @property
    def found_line(self):
        """The best line that `solve` has proved; empty if it has not proved the value."""
        return () if not self.s.extends else tuple([self.s.found_line[at] for at in range(self.s.found_length)])

    def levels(self):
        """Return the counts of each depth, by name, if no rows were written."""
        levels = []
        for depth in range(LINE):
            if not self.s.tallies[depth].visited:
                break
            levels.append(name_counts(&self.s.tallies[depth]))
        return levels

    cdef int go_on(self) except -1:
        """Check whether the search may continue, and make room."""
        cdef Search *s = &self.s
        if s.records:
            self.show()
        if self.refused is not None:
            raise self.refused
        if s.rows == self.look_at:
            if self.checkpoint is None:
                PyErr_CheckSignals()
                self.look_at = s.rows + UNWATCHED
            else:
                self.look_at = self.checkpoint(s.rows)
                if self.look_at <= s.rows:
                    raise ValueError(f"a checkpoint at row {s.rows} asks for row {self.look_at}")
        if s.records and s.rows >= self.room:
            self.make_room()
        s.pause = min(self.look_at, self.room) if s.records else self.look_at
        return 0

    cdef int show(self) except -1:
        """Let Python see the rows written so far."""
        cdef Search *s = &self.s
        self.log.rows = s.rows
        if s.repeated:
            self.log.repeats.frombytes((<char *> s.repeats)[:s.repeated * sizeof(int32_t)])
            s.repeated = 0
        return 0

    cdef int make_room(self) except -1:
        """Let the log make room for more rows, and write to it."""
        cdef Search *s = &self.s
        cdef void *items[12]
        cdef int at
        self.log.make_room(s.rows + 1)
        columns = self.log.columns()
        self.held = [
            Held(columns[name], itemsize, writable=True) if name in columns else None
            for name, itemsize in _COLUMNS
        ]
        for at, held in enumerate(self.held):
            items[at] = NULL if held is None else (<Held> held).view.buf
        self.room = (<Held> self.held[0]).rows
        s.parent = <int32_t *> items[0]
        s.size = <int32_t *> items[1]
        s.depth = <uint16_t *> items[2]
        s.action = <uint16_t *> items[3]
        s.player = <uint8_t *> items[4]
        s.value = <double *> items[5]
        s.actions = <uint16_t *> items[6]
        s.tried = <uint16_t *> items[7]
        s.flags = <uint16_t *> items[8]
        s.bound = <double *> items[9]
        s.alpha = <double *> items[10]
        s.beta = <double *> items[11]
        return 0
