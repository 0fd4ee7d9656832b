/* A plain solver of Connect Four on 7 x 6, to compare with the search solve and to sort positions.
 *
 * It shares nothing with plytrace. Usage: four [weak] < positions, one list of columns a line. It
 * prints for each the score to the side to move: 0 for a draw, otherwise 1 more for each disc that
 * the winner has left after the last one, negative if the side to move loses; with weak only the
 * sign. The last line has the seconds and the number of positions searched.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
enum { W = 7, H = 6, STRIDE = H + 1, CELLS = W * H, SLOTS = 8388593 };

static uint64_t nodes;
static u64 *keys;
static int8_t *uppers;

static u64 column(int at) { return (((u64)1 << H) - 1) << at * STRIDE; }
static u64 bottom(int at) { return (u64)1 << at * STRIDE; }
static u64 bottoms(void) { u64 all = 0; for (int at = 0; at < W; at++) all |= bottom(at); return all; }
static u64 board(void) { return bottoms() * (((u64)1 << H) - 1); }

static int has_four(u64 discs) {
    static const int steps[] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int at = 0; at < 4; at++) {
        u64 pairs = discs & discs >> steps[at];
        if (pairs & pairs >> 2 * steps[at]) return 1;
    }
    return 0;
}

/* The free cells that complete four in a row of a side: each is tried. */
static u64 threats(u64 side, u64 all) {
    u64 found = side << 1 & side << 2 & side << 3;
    for (int step = STRIDE - 1; step <= STRIDE + 1; step++) {
        u64 up = side << step, up2 = side << 2 * step, up3 = side << 3 * step;
        u64 down = side >> step, down2 = side >> 2 * step, down3 = side >> 3 * step;
        found |= (up & up2 & up3) | (up & up2 & down) | (up & down & down2) | (down & down2 & down3);
    }
    return found & board() & ~all;
}

static int search(u64 mine, u64 all, int played, int alpha, int beta) {
    static const int order[W] = {3, 2, 4, 1, 5, 0, 6};
    u64 theirs = threats(mine ^ all, all), free_cells = (all + bottoms()) & board(), useful = free_cells;
    u64 moves[W];
    int ranks[W], count = 0, lowest, highest;
    nodes++;
    if (useful & theirs) {
        useful &= theirs;
        if (useful & (useful - 1)) return -(CELLS - played) / 2;
    }
    useful &= ~(theirs >> 1);
    if (!useful) return -(CELLS - played) / 2;
    if (played >= CELLS - 2) return 0;
    lowest = -(CELLS - 2 - played) / 2;
    if (alpha < lowest) { alpha = lowest; if (alpha >= beta) return alpha; }
    highest = (CELLS - 1 - played) / 2;
    u64 key = mine + all, slot = key % SLOTS;
    if (keys[slot] == key) highest = uppers[slot];
    if (beta > highest) { beta = highest; if (alpha >= beta) return beta; }
    for (int at = 0; at < W; at++) {
        u64 move = useful & column(order[at]);
        if (!move) continue;
        int rank = __builtin_popcountll(threats(mine | move, all | move)), to = count++;
        while (to && ranks[to - 1] < rank) { ranks[to] = ranks[to - 1]; moves[to] = moves[to - 1]; to--; }
        ranks[to] = rank;
        moves[to] = move;
    }
    for (int at = 0; at < count; at++) {
        int score = -search(mine ^ all, all | moves[at], played + 1, -beta, -alpha);
        if (score >= beta) return score;
        if (score > alpha) alpha = score;
    }
    keys[slot] = key;
    uppers[slot] = (int8_t)alpha;
    return alpha;
}

static int solve(u64 mine, u64 all, int played, int weak) {
    if (threats(mine, all) & (all + bottoms())) return weak ? 1 : (CELLS + 1 - played) / 2;
    int low = weak ? -1 : -(CELLS - played) / 2, high = weak ? 1 : (CELLS + 1 - played) / 2;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) middle = low / 2;
        else if (middle >= 0 && high / 2 > middle) middle = high / 2;
        int score = search(mine, all, played, middle, middle + 1);
        if (score <= middle) high = score; else low = score;
    }
    return weak ? (low > 0) - (low < 0) : low;
}

int main(int count, char **words) {
    char line[256];
    int weak = count > 1 && !strcmp(words[1], "weak");
    double seconds = 0;
    while (fgets(line, sizeof line, stdin)) {
        u64 mine = 0, all = 0;
        int played = 0;
        for (char *c = line; *c >= '1' && *c <= '0' + W; c++, played++) {
            u64 cell = (all + bottom(*c - '1')) & column(*c - '1');
            if (!cell) return 2;
            mine ^= all;
            all |= cell;
            if (has_four(mine ^ all)) return 3;
        }
        keys = calloc(SLOTS, sizeof *keys); /* large blocks of zeros cost nothing until used */
        uppers = calloc(SLOTS, sizeof *uppers);
        if (!keys || !uppers) return 4;
        clock_t began = clock();
        int score = solve(mine, all, played, weak);
        seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
        free(keys);
        free(uppers);
        printf("%d\n", score);
    }
    printf("%f %llu\n", seconds, (unsigned long long)nodes);
    return 0;
}
