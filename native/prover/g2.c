#include "groups.h"

static const Pair NO_PAIR = {{{0}}, {{0}}};
static const Pair ONE = {
    {{0xd35d438dc58f0d9dull, 0x0a78eb28f5c70b3dull, 0x666ea36f7879462cull, 0x0e0a77c19a07df2full}}, {{0}}};

#define GROUP g2
#define ELEMENT Pair
#define NOTHING NO_PAIR
#define UNIT ONE
#define ADD(a, b) pair_add(&(a), &(b))
#define SUB(a, b) pair_subtract(&(a), &(b))
#define MUL(a, b) pair_multiply(&(a), &(b))
#define DOUBLE(a) ADD(a, a)
#define INVERT(a) pair_invert(&(a))
#define IS_ZERO(a) (is_zero(&(a).c0) && is_zero(&(a).c1))
#define IS_EQUAL(a, b) (is_equal(&(a).c0, &(b).c0) && is_equal(&(a).c1, &(b).c1))

#include "group.inc"
