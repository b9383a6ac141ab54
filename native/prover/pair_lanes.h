// Eight elements of the second group's coordinates side by side.
#ifndef KAX_PAIR_LANES_H
#define KAX_PAIR_LANES_H

#include "lanes.h"

#ifdef HAS_LANES

typedef struct {
  Limbs c0, c1;
} PairLimbs;

typedef struct {
  Lanes c0, c1;
} PairLanes;

static inline PairLanes pair_lanes_add(const PairLanes *a, const PairLanes *b) {
  return (PairLanes){lanes_add(&a->c0, &b->c0), lanes_add(&a->c1, &b->c1)};
}

static inline PairLanes pair_lanes_subtract(const PairLanes *a, const PairLanes *b) {
  return (PairLanes){lanes_subtract(&a->c0, &b->c0), lanes_subtract(&a->c1, &b->c1)};
}

static inline PairLanes pair_lanes_difference(const PairLanes *a, const PairLanes *b, int log) {
  return (PairLanes){lanes_difference(&a->c0, &b->c0, log), lanes_difference(&a->c1, &b->c1, log)};
}

// Karatsuba's method. Returns values below four moduli.
static inline PairLanes pair_lanes_multiply(const PairLanes *a, const PairLanes *b) {
  Lanes v0 = lanes_multiply(&a->c0, &b->c0), v1 = lanes_multiply(&a->c1, &b->c1);
  Lanes sum_a = lanes_add(&a->c0, &a->c1), sum_b = lanes_add(&b->c0, &b->c1);
  Lanes cross = lanes_multiply(&sum_a, &sum_b);
  cross = lanes_difference(&cross, &v0, 1);
  cross = lanes_difference(&cross, &v1, 1);
  return (PairLanes){lanes_difference(&v0, &v1, 1), take_multiple(cross, &MULTIPLES[2])};
}

static inline PairLanes pair_lanes_invert(const PairLanes *a) {
  Lanes v0 = lanes_multiply(&a->c0, &a->c0), v1 = lanes_multiply(&a->c1, &a->c1), norm = lanes_add(&v0, &v1);
  Lanes inverse = lanes_invert(&norm), none = lanes_of(&NO_LIMBS), c1 = lanes_subtract(&none, &a->c1);
  return (PairLanes){lanes_multiply(&a->c0, &inverse), lanes_multiply(&c1, &inverse)};
}

static inline PairLanes pair_lanes_canonical(PairLanes a) {
  return (PairLanes){lanes_canonical(a.c0), lanes_canonical(a.c1)};
}

ALWAYS_INLINE __mmask8 pair_lanes_equal(const PairLanes *a, const PairLanes *b) {
  return lanes_equal(&a->c0, &b->c0) & lanes_equal(&a->c1, &b->c1);
}

ALWAYS_INLINE __mmask8 pair_lanes_zero(const PairLanes *a) {
  return lanes_zero(&a->c0) & lanes_zero(&a->c1);
}

ALWAYS_INLINE PairLanes pair_lanes_choose(__mmask8 mask, const PairLanes *a, const PairLanes *b) {
  return (PairLanes){lanes_choose(mask, &a->c0, &b->c0), lanes_choose(mask, &a->c1, &b->c1)};
}

ALWAYS_INLINE PairLanes pair_lanes_of(const PairLimbs *value) {
  return (PairLanes){lanes_of(&value->c0), lanes_of(&value->c1)};
}

ALWAYS_INLINE Pair pair_take(const PairLanes *from, int lane) {
  Limbs c0 = take_lane(&from->c0, lane), c1 = take_lane(&from->c1, lane);
  return (Pair){number_of(&c0), number_of(&c1)};
}

ALWAYS_INLINE PairLimbs pair_limbs_of(const Pair *value) {
  return (PairLimbs){limbs_of(&value->c0), limbs_of(&value->c1)};
}

ALWAYS_INLINE void pair_put_lane(PairLanes *to, int lane, const PairLimbs *value) {
  put_lane(&to->c0, lane, &value->c0);
  put_lane(&to->c1, lane, &value->c1);
}

ALWAYS_INLINE PairLanes pair_lanes_gather(__m512i addresses, size_t offset) {
  return (PairLanes){lanes_gather(addresses, offset), lanes_gather(addresses, offset + sizeof(Limbs))};
}

ALWAYS_INLINE void pair_lanes_scatter(__m512i addresses, size_t offset, const PairLanes *values, __mmask8 mask) {
  lanes_scatter(addresses, offset, &values->c0, mask);
  lanes_scatter(addresses, offset + sizeof(Limbs), &values->c1, mask);
}

#endif
#endif
