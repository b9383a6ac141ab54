#include <stdlib.h>

#include "groups.h"
#include "lists.h"
#include "lanes.h"

#ifdef HAS_LANES

static Number take_number(const Lanes *from, int lane) {
  Limbs limbs = take_lane(from, lane);
  return number_of(&limbs);
}

#define GROUP g1
#define STORED Limbs
#define VECTOR Lanes
#define STORED_UNIT {{0x20880f6fce4b4ull, 0x49baa989a8455ull, 0x18f014a498908ull, 0x724f85a9201d8ull, 0x01f16424e1bb7ull}}
#define STORED_NOTHING {{0}}
#define VECTOR_UNIT lanes_of(&UNIT_52)
#define VECTOR_NOTHING lanes_of(&NO_LIMBS)
#define TAKE(a, lane) take_number(&(a), lane)
#define STORE(a) limbs_of(&(a))
#define PUT(to, lane, a) put_lane(&(to), lane, &(a))
#define ADD(a, b) lanes_add(&(a), &(b))
#define SUB(a, b) lanes_subtract(&(a), &(b))
#define DIFFERENCE(a, b, log) lanes_difference(&(a), &(b), log)
#define MUL(a, b) lanes_multiply(&(a), &(b))
#define CANONICAL(a) lanes_canonical(a)
#define INVERT_LANES(a) lanes_invert(&(a))
#define IS_ZERO(a) lanes_zero(&(a))
#define IS_EQUAL(a, b) lanes_equal(&(a), &(b))
#define CHOOSE(mask, a, b) lanes_choose(mask, &(a), &(b))
#define GATHER(addresses, offset) lanes_gather(addresses, offset)
#define SCATTER(addresses, offset, a, mask) lanes_scatter(addresses, offset, &(a), mask)

#include "group_lanes.inc"

#else

#define GROUP g1

#include "group_without_lanes.inc"

#endif
