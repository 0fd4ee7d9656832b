"""Hand trees as flat arrays: x is the index of a node."""

ctypedef struct Tree:
    const int32_t *first_edge
    const int32_t *children
    const uint8_t *player
    double *value  # NaN at interior nodes
    double *estimate  # NaN where there is none


cdef inline int moves_of_tree(const Tree *g, u64 x) noexcept nogil:
    return g.first_edge[x + 1] - g.first_edge[x]


cdef inline bint over_tree(const Tree *g, u64 x, double *value) noexcept nogil:
    """Whether the node is a leaf."""
    value[0] = g.value[x]
    return not isnan(value[0])


cdef class TreeBoard(BoardGame):
    """A `trees.hand_tree.HandTree`, and a node to begin with."""

    cdef Tree game
    cdef object held
    cdef double *numbers

    def __dealloc__(self):
        free(self.numbers)

    def __init__(self, object game, object state, object formula):
        cdef Py_ssize_t nodes = len(game.values), node, edge, at
        cdef const int32_t[::1] first_edge = game.first_edge
        cdef const int32_t[::1] children = game.children
        cdef const uint8_t[::1] player = game.player
        cdef double number
        if formula is not None or first_edge.shape[0] != nodes + 1 or player.shape[0] != nodes:
            raise Unsuited
        self.held = first_edge, children, player
        self.numbers = <double *> malloc(2 * nodes * sizeof(double))
        if self.numbers == NULL:
            raise MemoryError
        self.game.first_edge = &first_edge[0]
        self.game.children = &children[0] if children.shape[0] else NULL
        self.game.player = &player[0]
        self.game.value = self.numbers
        self.game.estimate = self.numbers + nodes
        values, estimates = game.values, game.evals
        for node in range(nodes):
            self.game.value[node] = number_or_nan(values[node])
            self.game.estimate[node] = number_or_nan(estimates[node])
            if isnan(self.game.value[node]):
                self.widest = max(self.widest, first_edge[node + 1] - first_edge[node])
                if first_edge[node + 1] <= first_edge[node]:
                    raise Unsuited  # a node without moves; the plain search says so
                if player[node] == CHANCE:
                    self.has_chance = True
                elif player[node] == MIN:
                    self.has_min = True
            if first_edge[node] > first_edge[node + 1]:
                raise Unsuited
            for edge in range(first_edge[node], first_edge[node + 1]):
                if not node < children[edge] < nodes:
                    raise Unsuited
        if first_edge[0] != 0 or first_edge[nodes] > children.shape[0]:
            raise Unsuited
        self.plies = nodes - 1 if nodes <= DEEPEST else self.height(nodes)
        self.begin(state, 0, player[<Py_ssize_t> state])

    cdef int height(self, Py_ssize_t nodes) except -1:
        """The plies below the root; every child comes after its parents."""
        cdef int32_t *below = <int32_t *> calloc(nodes, sizeof(int32_t))
        cdef Py_ssize_t node, edge
        cdef int found
        if below == NULL:
            raise MemoryError
        for node in range(nodes - 1, -1, -1):
            for edge in range(self.game.first_edge[node], self.game.first_edge[node + 1]):
                if below[self.game.children[edge]] >= below[node]:
                    below[node] = below[self.game.children[edge]] + 1
        found = max([below[node] for node in range(nodes)])
        free(below)
        return found

    cdef void search(self, Search *s) noexcept:
        with nogil:
            self.found = start(
                s, &self.game, self.x, self.o, self.side, self.alpha, self.beta
            )


cdef extern from "Python.h":
    double PyFloat_AS_DOUBLE(object number)
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1


cdef inline double number_or_nan(object number) except? -1.0:
    """A number as a search's values are, or NaN for None."""
    cdef int overflow = 0
    cdef long whole
    if number is None:
        return NAN
    if type(number) is int:
        whole = PyLong_AsLongAndOverflow(number, &overflow)
        if not overflow:
            return <double> whole
    return other_number(number)


cdef double other_number(object number) except? -1.0:
    """A float, a fraction, or a whole number of many digits."""
    cdef double value
    try:
        value = <double> number + 0.0  # -0.0 becomes 0.0
    except (OverflowError, TypeError, ValueError):
        raise Unsuited from None
    if not isfinite(value):
        raise Unsuited  # the plain search says where
    return value
