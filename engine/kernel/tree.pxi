"""Hand trees as flat arrays: x is the index of a node."""

from weakref import WeakKeyDictionary

from engine.values import exact_value

#: The limit of exact values in 64 bits.
MOST_RATIO = 2**62

ctypedef struct Tree:
    int32_t *first_edge
    int32_t *children
    const uint8_t *player
    double *value  # NaN at interior nodes
    double *estimate  # NaN if there is none; NULL if no node has one
    # Exact values as pairs of a numerator and a denominator, which is 0 if they are too large.
    # NULL until they are read.
    int64_t *exact_value
    int64_t *exact_estimate


cdef inline int moves_of_tree(const Tree *g, u64 x) noexcept nogil:
    return g.first_edge[x + 1] - g.first_edge[x]


cdef inline bint over_tree(const Tree *g, u64 x, double *value) noexcept nogil:
    """Whether the node is a leaf."""
    value[0] = g.value[x]
    return not isnan(value[0])


cdef inline double estimate_tree(const Tree *g, u64 x) noexcept nogil:
    """A node's estimate; NaN if it has none."""
    return NAN if g.estimate == NULL else g.estimate[x]


cdef class TreeLayout:
    """A `trees.hand_tree.HandTree` in separate, checked arrays, for all searches of the tree."""

    cdef Tree tree
    cdef Py_ssize_t nodes
    cdef Py_ssize_t edges
    # The objects it was read from; they are never changed in place.
    cdef tuple values
    cdef tuple estimates
    cdef bytes player
    cdef int plies
    cdef int widest
    cdef bint has_chance
    cdef bint has_min
    #: A cache of `engine.compiled.known_games`.
    cdef public object chances

    def __dealloc__(self):
        free(self.tree.first_edge)
        free(self.tree.children)
        free(self.tree.value)
        free(self.tree.estimate)
        free(self.tree.exact_value)
        free(self.tree.exact_estimate)

    def __init__(self, object game):
        try:
            self.values = tuple(game.values)
            self.estimates = tuple(game.evals)
            self.player = game.player
        except TypeError:
            raise Unsupported from None
        self.nodes = len(self.values)
        if not len(self.estimates) == len(self.player) == self.nodes:
            raise Unsupported
        self.tree.player = <const uint8_t *> <const char *> self.player
        self.tree.first_edge = copied(game.first_edge, self.nodes + 1)
        self.edges = self.tree.first_edge[self.nodes]
        if self.edges < 0:
            raise Unsupported
        self.tree.children = copied(game.children, self.edges)
        self.read_shape()
        self.tree.value = numbers_of(self.values)
        if any_number(self.estimates):
            self.tree.estimate = numbers_of(self.estimates)

    def read_exact(self):
        """Read the exact values of leaves and estimates, once."""
        if self.tree.exact_value == NULL:
            self.tree.exact_value = ratios_of(self.values)
        if self.tree.exact_estimate == NULL:
            self.tree.exact_estimate = ratios_of(self.estimates)

    cdef int read_shape(self) except -1:
        """Check and measure the tree; no node may come before one of its parents."""
        cdef const int32_t *first_edge = self.tree.first_edge
        cdef const int32_t *children = self.tree.children
        cdef Py_ssize_t node
        cdef int32_t *depth = <int32_t *> calloc(self.nodes + 1, sizeof(int32_t))
        cdef int32_t begin, end, edge, below
        cdef bint suits = self.nodes > 0 and first_edge[0] == 0
        if depth == NULL:
            raise MemoryError
        for node in range(self.nodes if suits else 0):
            begin, end, below = first_edge[node], first_edge[node + 1], depth[node] + 1
            if not begin <= end <= self.edges or self.tree.player[node] > CHANCE:
                suits = False
                break
            if self.values[node] is None:
                if begin == end:
                    suits = False
                    break
                self.widest = max(self.widest, end - begin)
                self.has_chance |= self.tree.player[node] == CHANCE
                self.has_min |= self.tree.player[node] == MIN
            for edge in range(begin, end):
                if not node < children[edge] < self.nodes:
                    suits = False
                    break
                if depth[children[edge]] < below:
                    depth[children[edge]] = below
                    self.plies = max(self.plies, below)
            if not suits:
                break
        free(depth)
        if not suits:
            raise Unsupported
        return 0

    cdef bint fits(self, object game) except -1:
        """Whether the tree is still the same."""
        return (
            self.values is game.values
            and self.estimates is game.evals
            and self.player is game.player
            and is_copy(self.tree.first_edge, game.first_edge, self.nodes + 1)
            and is_copy(self.tree.children, game.children, self.edges)
        )


#: The layouts of existing trees.
_layouts = WeakKeyDictionary()


cdef TreeLayout layout_of(object game):
    """A tree's layout, made when it is first searched."""
    found = _layouts.get(game)
    if found is None or not (<TreeLayout> found).fits(game):
        found = _layouts[game] = TreeLayout(game)
    return found


cdef class TreeBoard(BoardGame):
    """A `trees.hand_tree.HandTree`, and a node to begin with."""

    cdef readonly TreeLayout layout

    def __init__(self, object game, object state, object formula):
        self.layout = layout_of(game)
        if formula is not None or not 0 <= state < self.layout.nodes:
            raise Unsupported
        self.plies = self.layout.plies
        self.widest = self.keys = self.layout.widest
        self.has_chance = self.layout.has_chance
        self.has_min = self.layout.has_min
        self.begin(state, 0, self.layout.player[<Py_ssize_t> state])

    cdef void search(self, Search *s) noexcept:
        start(s, &self.layout.tree, self)


cdef int32_t *copied(object held, Py_ssize_t count) except NULL:
    """A copy of an array's first 32-bit numbers."""
    cdef int32_t *numbers
    if not is_array(held) or len(held) < count:
        raise Unsupported
    numbers = <int32_t *> malloc((count + 1) * sizeof(int32_t))
    if numbers == NULL:
        raise MemoryError
    if count:  # an empty array has no memory
        memcpy(numbers, (<c_array.array> held).data.as_ints, count * sizeof(int32_t))
    return numbers


cdef bint is_copy(const int32_t *numbers, object held, Py_ssize_t count):
    """Whether those are an array's first numbers."""
    if not is_array(held) or len(held) < count:
        return False
    return count == 0 or memcmp(
        numbers, (<c_array.array> held).data.as_ints, count * sizeof(int32_t)
    ) == 0


cdef bint is_array(object held):
    """Whether it is an array of 32-bit integers."""
    return type(held) is c_array.array and (<c_array.array> held).ob_descr.typecode == b"i"


cdef bint any_number(tuple numbers):
    """Whether any of them is not None."""
    for number in numbers:
        if number is not None:
            return True
    return False


cdef extern from "Python.h":
    double PyFloat_AS_DOUBLE(object number)
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1


cdef double *numbers_of(tuple given) except NULL:
    """Numbers as doubles, NaN for None; the caller frees them."""
    cdef Py_ssize_t at
    cdef double *numbers = <double *> malloc((len(given) + 1) * sizeof(double))
    if numbers == NULL:
        raise MemoryError
    try:
        for at in range(len(given)):
            numbers[at] = number_or_nan(given[at])
    except BaseException:
        free(numbers)
        raise
    return numbers


cdef int64_t *ratios_of(tuple given) except NULL:
    """Return numbers as pairs of whole numbers; the caller frees them."""
    cdef Py_ssize_t at
    cdef int64_t *ratios = <int64_t *> calloc(2 * len(given) + 2, sizeof(int64_t))
    if ratios == NULL:
        raise MemoryError
    try:
        for at in range(len(given)):
            if given[at] is not None:
                exact = exact_value(given[at])
                over, under = exact.numerator, exact.denominator
                if -MOST_RATIO < over < MOST_RATIO and under < MOST_RATIO:
                    ratios[2 * at], ratios[2 * at + 1] = over, under
    except BaseException:
        free(ratios)
        raise
    return ratios


cdef inline double number_or_nan(object number) except? -1.0:
    """A number as a double, NaN for None."""
    cdef int overflow = 0
    cdef long whole
    if number is None:
        return NAN
    if type(number) is int:
        whole = PyLong_AsLongAndOverflow(number, &overflow)
        if not overflow:
            return <double> whole
    if type(number) is float and isfinite(PyFloat_AS_DOUBLE(number)):
        return PyFloat_AS_DOUBLE(number) + 0.0  # -0.0 becomes 0.0
    return other_number(number)


cdef double other_number(object number) except? -1.0:
    """A fraction, or a whole number of many digits."""
    cdef double value
    try:
        value = <double> number + 0.0
    except (OverflowError, TypeError, ValueError):
        raise Unsupported from None
    if not isfinite(value):
        raise Unsupported  # the plain search says where
    return value
