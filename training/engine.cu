/* The engine's tables on the GPU (nvcc) or on the processor (gcc -x c): one function for each step of all of them.

   Compiled for one game at a time: -DTRAINING='"voodoo_prince/training.h"'. */
#include TRAINING

#include "engine.h"

#ifdef __CUDACC__
#define EXPORTED extern "C"
#else
#define EXPORTED
#endif

/* Where the tables' figures lie, each a block over all tables. */
typedef struct {
    uint32_t *features, *unseen, *mask;
    float *rewards;
    int8_t *seats, *brains, *over;
    int16_t *finals;
} Buffers;

FUNCTION Told told_of(const Buffers *all, long at) {
    Told told;
    told.features = all->features + at * FEATURE_WORDS;
    told.unseen = all->unseen + at * UNSEEN_WORDS;
    told.mask = all->mask + at * CHOICE_WORDS;
    told.rewards = all->rewards + at * SEATS;
    told.seat = all->seats + at;
    told.brain = all->brains + at;
    told.over = all->over + at;
    told.finals = all->finals + at * SEATS;
    return told;
}

FUNCTION void first_of(Game *games, const Plan *plan, uint64_t seed, const Buffers *all, long at) {
    Told told = told_of(all, at);
    first_step(&games[at], plan, seed_for(seed, (uint64_t)at), &told);
}

FUNCTION void next_of(Game *games, const Plan *plan, const int64_t *choices, const Buffers *all, long at) {
    Told told = told_of(all, at);
    next_step(&games[at], plan, (int)choices[at], &told);
}

EXPORTED void sizes(int *out) {
    int all[] = {(int)sizeof(Game), FEATURES, FEATURE_WORDS, UNSEEN_FEATURES, UNSEEN_WORDS,
                 CHOICES, CHOICE_WORDS, SEATS, TABLE_OPTIONS, (int)sizeof(Plan)};
    memcpy(out, all, sizeof(all));
}

#ifdef __CUDACC__

__global__ void first_kernel(Game *games, const Plan *plan, uint64_t seed, Buffers all, long count) {
    long at = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (at < count) first_of(games, plan, seed, &all, at);
}

__global__ void next_kernel(Game *games, const Plan *plan, const int64_t *choices, Buffers all, long count) {
    long at = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (at < count) next_of(games, plan, choices, &all, at);
}

enum { THREADS = 64 };

EXPORTED int first(Game *games, const Plan *plan, uint64_t seed, const Buffers *all, long count, void *stream) {
    first_kernel<<<(unsigned)((count + THREADS - 1) / THREADS), THREADS, 0, (cudaStream_t)stream>>>(
        games, plan, seed, *all, count);
    return (int)cudaGetLastError();
}

EXPORTED int next(Game *games, const Plan *plan, const int64_t *choices, const Buffers *all, long count,
                  void *stream) {
    next_kernel<<<(unsigned)((count + THREADS - 1) / THREADS), THREADS, 0, (cudaStream_t)stream>>>(
        games, plan, choices, *all, count);
    return (int)cudaGetLastError();
}

#else

EXPORTED int first(Game *games, const Plan *plan, uint64_t seed, const Buffers *all, long count, void *stream) {
    (void)stream;
    for (long at = 0; at < count; at++) first_of(games, plan, seed, all, at);
    return 0;
}

EXPORTED int next(Game *games, const Plan *plan, const int64_t *choices, const Buffers *all, long count,
                  void *stream) {
    (void)stream;
    for (long at = 0; at < count; at++) next_of(games, plan, choices, all, at);
    return 0;
}

#endif
