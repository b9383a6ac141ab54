#include <stdlib.h>

#include "groups.h"
#include "lists.h"
#include "pair_lanes.h"

#ifdef HAS_LANES

#define GROUP g2
#define STORED PairLimbs
#define VECTOR PairLanes
#define STORED_UNIT {{{0x20880f6fce4b4ull, 0x49baa989a8455ull, 0x18f014a498908ull, 0x724f85a9201d8ull, 0x01f16424e1bb7ull}}, {{0}}}
#define STORED_NOTHING {{{0}}, {{0}}}
#define VECTOR_UNIT (PairLanes){lanes_of(&UNIT_52), lanes_of(&NO_LIMBS)}
#define VECTOR_NOTHING (PairLanes){lanes_of(&NO_LIMBS), lanes_of(&NO_LIMBS)}
#define TAKE(a, lane) pair_take(&(a), lane)
#define STORE(a) pair_limbs_of(&(a))
#define PUT(to, lane, a) pair_put_lane(&(to), lane, &(a))
#define ADD(a, b) pair_lanes_add(&(a), &(b))
#define SUB(a, b) pair_lanes_subtract(&(a), &(b))
#define DIFFERENCE(a, b, log) pair_lanes_difference(&(a), &(b), log)
#define MUL(a, b) pair_lanes_multiply(&(a), &(b))
#define CANONICAL(a) pair_lanes_canonical(a)
#define INVERT_LANES(a) pair_lanes_invert(&(a))
#define IS_ZERO(a) pair_lanes_zero(&(a))
#define IS_EQUAL(a, b) pair_lanes_equal(&(a), &(b))
#define CHOOSE(mask, a, b) pair_lanes_choose(mask, &(a), &(b))
#define GATHER(addresses, offset) pair_lanes_gather(addresses, offset)
#define SCATTER(addresses, offset, a, mask) pair_lanes_scatter(addresses, offset, &(a), mask)

#include "group_lanes.inc"

#else

#define GROUP g2

#include "group_without_lanes.inc"

#endif
