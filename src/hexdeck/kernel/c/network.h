/* A small network over bits: rows of the bits that are set are summed up, then come layers of rectified units.

   Units that are zero cost nothing, and of the last layer only what is asked for is computed. */
#ifndef HEXDECK_NETWORK_H
#define HEXDECK_NETWORK_H

#include "sight.h"

enum { MOST_LAYERS = 6, MOST_UNITS = 1024 };

typedef struct {
    int layers;                         /* hidden ones */
    int units[MOST_LAYERS];             /* of each */
    int inputs;                         /* bits */
    int outputs;
    const float *weights[MOST_LAYERS + 1]; /* a row for each input; of the last layer a row for each output */
    const float *biases[MOST_LAYERS + 1];
} Network;

/* For wider registers where the processor has them, chosen when a program starts.  All machines round alike: sums have
   a fixed order, and nothing is multiplied and added in one step (-ffp-contract=off). */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__CUDACC__) && \
    !defined(__SANITIZE_ADDRESS__)
#define WIDE __attribute__((unused, noinline, target_clones("default", "avx2"))) static
#else
#define WIDE LARGE
#endif

/* Rows of weights, each with what it is multiplied by. */
typedef struct {
    int count;
    int numbers[32 * MOST_FEATURE_WORDS];
    float scales[32 * MOST_FEATURE_WORDS];
} Rows;

FUNCTION void add_row(Rows *rows, int number, float scale) {
    rows->numbers[rows->count] = number;
    rows->scales[rows->count++] = scale;
}

#if !defined(__CUDACC__)
enum { LANES = 8, BLOCK = 8 * LANES }; /* units that stay in registers while all rows are added */
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

#define ADD_LANES(at) sums##at += scale * row[at]
#endif

/* The sum of the rows, in their order, added to `sums`. */
WIDE void add_rows(const float *weights, const Rows *rows, float *sums, int units) {
    int start = 0;
#if !defined(__CUDACC__)
    for (; start + BLOCK <= units; start += BLOCK) {
        Lanes *out = (Lanes *)(sums + start);
        Lanes sums0 = out[0], sums1 = out[1], sums2 = out[2], sums3 = out[3];
        Lanes sums4 = out[4], sums5 = out[5], sums6 = out[6], sums7 = out[7];
        for (int at = 0; at < rows->count; at++) {
            const Lanes *row = (const Lanes *)(weights + (size_t)rows->numbers[at] * units + start);
            float scale = rows->scales[at];
            ADD_LANES(0), ADD_LANES(1), ADD_LANES(2), ADD_LANES(3);
            ADD_LANES(4), ADD_LANES(5), ADD_LANES(6), ADD_LANES(7);
        }
        out[0] = sums0, out[1] = sums1, out[2] = sums2, out[3] = sums3;
        out[4] = sums4, out[5] = sums5, out[6] = sums6, out[7] = sums7;
    }
#endif
    for (int at = 0; at < rows->count; at++)
        for (int unit = start; unit < units; unit++)
            sums[unit] += rows->scales[at] * weights[(size_t)rows->numbers[at] * units + unit];
}

FUNCTION void rectify(float *sums, int units) {
    for (int unit = 0; unit < units; unit++) sums[unit] = sums[unit] > 0.0f ? sums[unit] : 0.0f;
}

/* What the set bits of an input come to in the first layer; to go on from, bits that stay cost nothing. */
typedef struct {
    int known; /* nothing before the first sum */
    uint32_t bits[MOST_FEATURE_WORDS];
    float of[MOST_UNITS];
} Sums;

FUNCTION void add_up(const Network *network, const uint32_t *bits, Sums *sums) {
    int units = network->units[0], words = (network->inputs + 31) / 32;
    Rows rows;
    rows.count = 0;
    if (!sums->known) {
        memcpy(sums->of, network->biases[0], (size_t)units * sizeof(float));
        memset(sums->bits, 0, (size_t)words * sizeof(uint32_t));
        sums->known = 1;
    }
    for (int word = 0; word < words; word++) {
        for (uint32_t left = bits[word] ^ sums->bits[word]; left; left &= left - 1) {
            int place = lowest(left);
            add_row(&rows, word * 32 + place, bits[word] >> place & 1 ? 1.0f : -1.0f);
        }
        sums->bits[word] = bits[word];
    }
    add_rows(network->weights[0], &rows, sums->of, units);
}

/* The last hidden layer after the sums of the first, into `out`, which has room for MOST_UNITS. */
FUNCTION void think_on(const Network *network, const Sums *sums, float *out) {
    Rows rows;
    int units = network->units[0];
    memcpy(out, sums->of, (size_t)units * sizeof(float));
    rectify(out, units);
    for (int layer = 1; layer < network->layers; layer++) {
        int inputs = units;
        units = network->units[layer];
        rows.count = 0;
        for (int input = 0; input < inputs; input++) { /* nothing branches: which units are zero cannot be foreseen */
            rows.numbers[rows.count] = input;
            rows.scales[rows.count] = out[input];
            rows.count += out[input] > 0.0f;
        }
        memcpy(out, network->biases[layer], (size_t)units * sizeof(float));
        add_rows(network->weights[layer], &rows, out, units);
        rectify(out, units);
    }
}

/* The last hidden layer for `bits`. */
FUNCTION void think(const Network *network, const uint32_t *bits, float *out) {
    Sums sums;
    sums.known = 0;
    add_up(network, bits, &sums);
    think_on(network, &sums, out);
}

/* The sum of products, in a fixed order: eight sums side by side, one after the other at the end. */
WIDE float product(const float *one, const float *other, int units) {
    float sums[8] = {0.0f}, sum = 0.0f;
    int start = 0;
    for (; start + 8 <= units; start += 8)
        for (int lane = 0; lane < 8; lane++) sums[lane] += one[start + lane] * other[start + lane];
    for (int lane = 0; lane < 8; lane++) sum += sums[lane];
    for (; start < units; start++) sum += one[start] * other[start];
    return sum;
}

/* How much the network likes one choice, after `think`. */
FUNCTION float liking(const Network *network, const float *thought, int choice) {
    int units = network->units[network->layers - 1];
    const float *row = network->weights[network->layers] + (size_t)choice * units;
    return network->biases[network->layers][choice] + product(row, thought, units);
}

#endif
