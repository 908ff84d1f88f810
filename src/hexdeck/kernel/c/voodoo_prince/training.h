/* What the engine of training asks of Voodoo Prince beside its rules and features. */
#ifndef HEXDECK_VOODOO_PRINCE_TRAINING_H
#define HEXDECK_VOODOO_PRINCE_TRAINING_H

#include "features.h"
#include "policy.h"

#define SPREAD 6.0f

enum { TABLE_OPTIONS = 2 }; /* rounds, the Marshmallow Test */

FUNCTION void begin_table(Table *table, int players, const int *options) {
    start(table, players, options[0], options[1]);
}

#endif
