/* The floor of the benchmarks: searches that know one game and nothing else.

   Compiled once for each game, with everything inlined and all sizes known:

       cc -O3 -mpopcnt -DTIC_TAC_TOE -o floor bench/floor.c       minimax, or -DALPHABETA
       cc -O3 -mpopcnt -DREVERSI=5   -o floor bench/floor.c       alpha-beta on 5 x 5; 4 likewise
       cc -O3 -mpopcnt -DCONNECT_FOUR -o floor bench/floor.c      alpha-beta on 7 x 6 to a depth
       cc -O3 -mpopcnt -DTREE=10     -o floor bench/floor.c       alpha-beta on a tree of ten moves

   With -DROWS it writes the rows of the visit log in the same columns, 27 bytes, with a window 35;
   otherwise it keeps only the number of visits. -DMINIMAX searches without a window.

       ./floor [RUNS] [DEPTH] [FIRST SECOND]
       ./floor RUNS DEPTH LEAVES

   FIRST and SECOND are the two sides' cells as hexadecimal numbers, bit 8 * row + column. LEAVES is
   a file of the leaves' values as 32-bit numbers; all are equally deep. It prints the visits, the
   value, the processor's seconds of a run in the mean, and a checksum of the columns. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t u64;
enum { TERMINAL = 1, EVALUATED = 2, EARLY_RETURN = 4, CUTOFF = 8, LOWER = 16, UPPER = 32 };
#define INFINITE 1000000
#define COUNT(cells) __builtin_popcountll(cells)
#define ALWAYS static inline __attribute__((always_inline))

static int64_t visits;
static int deepest = 99;

/* The games: over() says whether the game is over and its value, else the moves; play() makes one. */

#ifdef TIC_TAC_TOE
#ifndef ALPHABETA
#define MINIMAX
#endif
#define SCALE 1.0
static uint8_t line_in[512];
static u64 first = 0, second = 0;

static void prepare(void) {
    static const int lines[] = {7, 56, 448, 73, 146, 292, 273, 84};
    for (int marks = 0; marks < 512; marks++)
        for (int at = 0; at < 8; at++) line_in[marks] |= (marks & lines[at]) == lines[at];
}
ALWAYS int over(u64 mine, u64 theirs, u64 *moves, int *lead) {
    if (line_in[theirs]) return *lead = -1, 1;
    *moves = 511 & ~(mine | theirs);
    return *lead = 0, *moves == 0;
}
ALWAYS int estimate(u64 mine, u64 theirs) { return (void)mine, (void)theirs, 0; }
ALWAYS void play(u64 mine, u64 theirs, u64 move, u64 *mine2, u64 *theirs2) {
    *mine2 = theirs, *theirs2 = mine | move;
}
#endif

#ifdef CONNECT_FOUR
#define SCALE 1000.0
#define BOTTOM 0x102040810204081ULL
#define CELLS (BOTTOM * 63 & 0x1FFFFFFFFFFFFULL)
static u64 first = 0, second = 0;
static u64 line[69];

static void prepare(void) {
    static const int step[] = {7, 1, 8, 6};
    int found = 0;
    for (int way = 0; way < 4; way++)
        for (int cell = 0; cell < 49; cell++) {
            u64 cells = 0;
            for (int at = 0; at < 4; at++)
                if (cell + at * step[way] < 49) cells |= 1ULL << (cell + at * step[way]);
            if (COUNT(cells) == 4 && !(cells & ~CELLS)) line[found++] = cells;
        }
    if (found != 69) abort();
}
ALWAYS int four(u64 m) {
    u64 a = m & m >> 1, b = m & m >> 6, c = m & m >> 7, d = m & m >> 8;
    return ((a & a >> 2) | (b & b >> 12) | (c & c >> 14) | (d & d >> 16)) != 0;
}
ALWAYS int over(u64 mine, u64 theirs, u64 *moves, int *lead) {
    if (four(theirs)) return *lead = -1000, 1;
    *moves = ((mine | theirs) + BOTTOM) & CELLS;
    return *lead = 0, *moves == 0;
}
/* Lines with marks of one side only, each mark more worth three times as much; in thousandths. */
static int estimate(u64 mine, u64 theirs) {
    static const int worth[] = {0, 1, 3, 9, 0};
    int total = 0;
    for (int at = 0; at < 69; at++) {
        u64 in_mine = mine & line[at], in_theirs = theirs & line[at];
        if (!in_theirs) total += worth[COUNT(in_mine)];
        else if (!in_mine) total -= worth[COUNT(in_theirs)];
    }
    return total;
}
ALWAYS void play(u64 mine, u64 theirs, u64 move, u64 *mine2, u64 *theirs2) {
    *mine2 = theirs, *theirs2 = mine | move;
}
#endif

#ifdef REVERSI
#define SCALE 1.0
#define LEFT 0xFEFEFEFEFEFEFEFEULL
#define RIGHT 0x7F7F7F7F7F7F7F7FULL
#if REVERSI == 5
#define BOARD 0x1F1F1F1F1FULL
static u64 first = 0x1008000102ULL, second = 0x0810000201ULL;
#else
#define BOARD 0x0F0F0F0FULL
static u64 first = 0x00040200ULL, second = 0x00020400ULL;
#endif
static void prepare(void) {}

#define SLIDE(op, by, mask)                                                    \
    {                                                                          \
        u64 on = theirs & (mask), run = mine op by & on;                       \
        for (int more = 3; more < REVERSI; more++) run |= run op by & on;      \
        found |= run op by & (mask);                                           \
    }
ALWAYS u64 placements(u64 mine, u64 theirs) {
    u64 found = 0;
    SLIDE(<<, 1, LEFT) SLIDE(>>, 1, RIGHT) SLIDE(<<, 8, ~0ULL) SLIDE(>>, 8, ~0ULL)
    SLIDE(<<, 9, LEFT) SLIDE(>>, 9, RIGHT) SLIDE(<<, 7, RIGHT) SLIDE(>>, 7, LEFT)
    return found & BOARD & ~(mine | theirs);
}
ALWAYS int over(u64 mine, u64 theirs, u64 *moves, int *lead) {
    *moves = placements(mine, theirs);
    if (*moves || placements(theirs, mine)) return 0;
    return *lead = COUNT(mine) - COUNT(theirs), 1;
}
ALWAYS int estimate(u64 mine, u64 theirs) { return COUNT(mine) - COUNT(theirs); }
#define FLIP(op, by, mask)                                                     \
    {                                                                          \
        u64 front = move op by & (mask), run = 0;                              \
        while (front & theirs) run |= front, front = front op by & (mask);     \
        if (front & mine) turned |= run;                                       \
    }
ALWAYS void play(u64 mine, u64 theirs, u64 move, u64 *mine2, u64 *theirs2) {
    u64 turned = 0;
    if (move) {
        FLIP(<<, 1, LEFT) FLIP(>>, 1, RIGHT) FLIP(<<, 8, ~0ULL) FLIP(>>, 8, ~0ULL)
        FLIP(<<, 9, LEFT) FLIP(>>, 9, RIGHT) FLIP(<<, 7, RIGHT) FLIP(>>, 7, LEFT)
    }
    *mine2 = theirs & ~turned, *theirs2 = mine | turned | move;
}
#endif

#ifdef TREE
#define SCALE 1.0
static u64 first = 0, second = 0; /* a node's place, row by row from the root; whether MIN moves */
static int32_t *leaves;
static u64 inner, count_of_leaves;

static void prepare(void) { inner = (count_of_leaves - 1) / (TREE - 1); }
static void read_leaves(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(1);
    count_of_leaves = (u64)ftell(file) / sizeof *leaves;
    leaves = malloc(count_of_leaves * sizeof *leaves);
    rewind(file);
    if (!leaves || fread(leaves, sizeof *leaves, count_of_leaves, file) != count_of_leaves) exit(1);
    fclose(file);
}
ALWAYS int over(u64 node, u64 is_min, u64 *moves, int *lead) {
    *moves = (1ULL << TREE) - 1;
    if (node < inner) return 0;
    return *lead = is_min ? -leaves[node - inner] : leaves[node - inner], 1;
}
ALWAYS int estimate(u64 node, u64 is_min) { return (void)node, (void)is_min, 0; }
ALWAYS void play(u64 node, u64 is_min, u64 move, u64 *node2, u64 *is_min2) {
    *node2 = node * TREE + 1 + (u64)__builtin_ctzll(move), *is_min2 = !is_min;
}
#endif

/* The rows. */

#ifdef ROWS
#ifdef MINIMAX
#define BOUND(do)
#else
#define BOUND(do) do(double, bound)
#endif
#define EACH(do) do(int32_t, parent) do(int32_t, size) do(uint16_t, depth) do(uint16_t, action)  \
    do(uint8_t, player) do(double, value) do(uint16_t, actions) do(uint16_t, tried)              \
    do(uint16_t, flags) BOUND(do)
#define DECLARE(type, name) static type *name##s_;
#define GROW(type, name) name##s_ = realloc(name##s_, room * sizeof(type));
#define DROP(type, name) free(name##s_), name##s_ = NULL;
EACH(DECLARE)
static int64_t room;

static __attribute__((noinline)) void grow(void) {
    room = room ? 2 * room : 1024;
    EACH(GROW)
}
ALWAYS void enter(int64_t row, int64_t above, int depth, int place, int turn, int low, int high) {
    parents_[row] = (int32_t)above, depths_[row] = (uint16_t)depth;
    actions_[row] = (uint16_t)place, players_[row] = (uint8_t)turn, sizes_[row] = 0;
#ifdef MINIMAX
    (void)low, (void)high;
#else
    /* The end that the other player moves, who is the parent's; alpha at the root. */
    int end = above < 0 || turn ? low : high;
    bounds_[row] = end == -INFINITE ? -__builtin_inf() : end == INFINITE ? __builtin_inf() : end / SCALE;
#endif
}
ALWAYS void leave(int64_t row, int v, int count, int done, int flag) {
    values_[row] = v / SCALE, actionss_[row] = (uint16_t)count, trieds_[row] = (uint16_t)done;
    flagss_[row] = (uint16_t)flag, sizes_[row] = (int32_t)(visits - row);
}
#endif

/* The search, MAX's turn and MIN's compiled apart. */

static int max_value(u64, u64, int64_t, int, int, int, int);
static int min_value(u64, u64, int64_t, int, int, int, int);
static int back; /* the flags of the visit that returned last */

ALWAYS int search(u64 mine, u64 theirs, int64_t above, int depth, int place, int alpha, int beta,
                  const int is_max) {
    int64_t row = visits;
    int lead, v = is_max ? -INFINITE : INFINITE, low = alpha, high = beta, tried = 0, count, at = 0;
    u64 moves, mine2, theirs2;
    (void)above, (void)place, (void)row;
#ifdef ROWS
    if (visits == room) grow();
    enter(row, above, depth, place, !is_max, alpha, beta);
    int cut = 0, beyond = is_max ? LOWER : UPPER, reach = is_max ? UPPER : LOWER;
    int reached = reach, more = 0, flag;
#endif
    visits++;
    int is_over = over(mine, theirs, &moves, &lead);
    if (is_over || depth == deepest) {
        if (!is_over) lead = estimate(mine, theirs);
        v = is_max ? lead : -lead;
#ifdef ROWS
        leave(row, v, 0, 0, back = is_over ? TERMINAL : EVALUATED);
#endif
        return v;
    }
    count = COUNT(moves) + !moves;
    do {
        u64 move = moves & -moves;
        moves ^= move;
        play(mine, theirs, move, &mine2, &theirs2);
        int v2 = is_max ? min_value(mine2, theirs2, row, depth + 1, at, low, high)
                        : max_value(mine2, theirs2, row, depth + 1, at, low, high);
        at++, tried++;
#ifdef MINIMAX
        if (is_max ? v2 > v : v2 < v) v = v2;
#else
#ifdef ROWS
        if (is_max ? v2 > v : v2 < v) reached = back & reach;
        else if (v2 == v) reached &= back;
        more |= back & beyond;
#endif
        if (is_max ? v2 > v : v2 < v) v = v2;
        if (move && (is_max ? v >= beta : v <= alpha)) {
#ifdef ROWS
            cut = 1;
#endif
            break;
        }
        if (is_max) low = v > low ? v : low;
        else high = v < high ? v : high;
#endif
    } while (moves);
#ifdef ROWS
#ifdef MINIMAX
    flag = 0, (void)cut, (void)reached, (void)more, (void)beyond;
#else
    if (tried < count) more = beyond;
    flag = reached | more | (cut ? EARLY_RETURN : 0) | (tried < count ? CUTOFF : 0);
#endif
    leave(row, v, count, tried, back = flag);
#else
    (void)count;
#endif
    return v;
}

static int max_value(u64 mine, u64 theirs, int64_t above, int depth, int place, int low, int high) {
    return search(mine, theirs, above, depth, place, low, high, 1);
}
static int min_value(u64 mine, u64 theirs, int64_t above, int depth, int place, int low, int high) {
    return search(mine, theirs, above, depth, place, low, high, 0);
}

#ifdef ROWS
/* CRC-32 over the bytes of all columns. */
static uint32_t table[256];

static void prepare_sum(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        table[byte] = byte;
        for (int bit = 0; bit < 8; bit++)
            table[byte] = table[byte] >> 1 ^ (table[byte] & 1 ? 0xEDB88320u : 0);
    }
}
static uint32_t mixed(uint32_t sum, const void *bytes, int64_t count) {
    for (int64_t at = 0; at < count; at++)
        sum = sum >> 8 ^ table[(sum ^ ((const uint8_t *)bytes)[at]) & 255];
    return sum;
}
#define MIX(type, name) sum = mixed(sum, name##s_, visits * (int64_t)sizeof(type));
#endif

int main(int given, char **words) {
    int runs = given > 1 ? atoi(words[1]) : 5, value = 0;
    double seconds = 0;
    uint32_t sum = 0xFFFFFFFFu;
    if (given > 2) deepest = atoi(words[2]);
    if (given > 4) first = strtoull(words[3], NULL, 16), second = strtoull(words[4], NULL, 16);
#ifdef TREE
    if (given > 3) read_leaves(words[3]);
#endif
    prepare();
    for (int run = 0; run < runs; run++) {
        clock_t began = clock();
#ifdef ROWS
        EACH(DROP)
        room = 0;
#endif
        visits = 0;
        value = max_value(first, second, -1, 0, 0, -INFINITE, INFINITE);
        seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
    }
#ifdef ROWS
    prepare_sum();
    EACH(MIX)
#endif
    printf("%lld %g %.9f %08x\n", (long long)visits, value / SCALE, seconds / runs, ~sum);
    return 0;
}
