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

FUNCTION void add_scaled(float *sums, const float *row, float scale, int units) {
    for (int unit = 0; unit < units; unit++) sums[unit] += scale * row[unit];
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
    if (!sums->known) {
        memcpy(sums->of, network->biases[0], (size_t)units * sizeof(float));
        memset(sums->bits, 0, (size_t)words * sizeof(uint32_t));
        sums->known = 1;
    }
    for (int word = 0; word < words; word++) {
        for (uint32_t left = bits[word] ^ sums->bits[word]; left; left &= left - 1) {
            int place = lowest(left);
            float sign = bits[word] >> place & 1 ? 1.0f : -1.0f;
            add_scaled(sums->of, network->weights[0] + (size_t)(word * 32 + place) * units, sign, units);
        }
        sums->bits[word] = bits[word];
    }
}

/* The last hidden layer after the sums of the first, into `out`, which has room for MOST_UNITS. */
FUNCTION void think_on(const Network *network, const Sums *sums, float *out) {
    float before[MOST_UNITS];
    int units = network->units[0];
    memcpy(out, sums->of, (size_t)units * sizeof(float));
    rectify(out, units);
    for (int layer = 1; layer < network->layers; layer++) {
        int inputs = units;
        units = network->units[layer];
        memcpy(before, out, (size_t)inputs * sizeof(float));
        memcpy(out, network->biases[layer], (size_t)units * sizeof(float));
        for (int input = 0; input < inputs; input++)
            if (before[input] > 0.0f)
                add_scaled(out, network->weights[layer] + (size_t)input * units, before[input], units);
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

/* How much the network likes one choice, after `think`. */
FUNCTION float liking(const Network *network, const float *thought, int choice) {
    int units = network->units[network->layers - 1];
    const float *row = network->weights[network->layers] + (size_t)choice * units;
    float sum = network->biases[network->layers][choice];
    for (int unit = 0; unit < units; unit++) sum += row[unit] * thought[unit];
    return sum;
}

#endif
