"""Numbers that the log, the searches and the boards of the kernel share."""

from libc.math cimport INFINITY, NAN, isfinite, isnan, nearbyint, nextafter
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from engine.kernel.loading import Unsupported
from engine.running.control import SearchStopped

ctypedef uint64_t u64

cdef extern from "kernel/bits.h" nogil:
    int bits_in(u64 cells)
    int lowest_bit(u64 cells)
    int highest_bit(u64 cells)
    void publish(int32_t *at, int32_t value)
    bint machine_suits()
    void in_large_pages(void *memory, size_t size)
    void *table_memory(size_t size)

cdef extern from "kernel/exact.h" nogil:
    ctypedef struct Exact:
        bint holds

    enum:
        EXACT_UNKNOWN

    bint exact_is_there()
    void exact_start(Exact *sum)
    void exact_ratio(Exact *number, int64_t over, int64_t under)
    void exact_add(Exact *sum, const Exact *value, int64_t weight)
    void exact_divide(Exact *sum, int64_t by)
    bint exact_double(const Exact *number, double *nearest)
    int exact_compare(const Exact *one, const Exact *other)

# The same as in `engine.game.Player` and `engine.log.visit_log.Flag`; a test compares them.
cdef enum:
    MAX = 0
    MIN = 1
    CHANCE = 2

cdef enum:
    TERMINAL = 1
    EVALUATED = 2
    EARLY_RETURN = 4
    CUTOFF = 8
    LOWER = 16
    UPPER = 32
    INCOMPLETE = 64
    REPEAT = 128
    RESEARCH = 256
    ABOVE = 512
    BELOW = 1024

# Orders of moves; those after STATIC list a node's moves, see `orders.pxi`.
cdef enum:
    GIVEN
    RIGHT_TO_LEFT
    STATIC
    EVALUATION
    BEST_FIRST
    KILLER
    HISTORY
    PERFECT
    WORST
    PROMISING

#: The plies that a search can descend without a check of the C stack: a ply takes some 400 bytes of
#: it, and the smallest thread stacks are half a megabyte.
cdef enum:
    DEEPEST = 500

#: The largest divisor of an evaluation whose doubles have so few digits that they are decimals.
cdef enum:
    MOST_SCALED = 1_000_000_000

DEEPEST_PLIES = DEEPEST
#: Whether there are whole numbers of 128 bits, which exact values need.
HAS_EXACT = exact_is_there()
