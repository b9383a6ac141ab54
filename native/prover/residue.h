// The field modulo p = 2^255 - 19, as five limbs of 51 bits.
//
// What a multiplication gives has limbs below 2^51 + 2^13. It takes limbs below 2^54: five products of two limbs, each
// times 19 at most, make a sum below 2^115, and what is above its 51 bits is below 2^64. A sum or a difference of two
// such results has limbs below 2^53, and the sum of two of those may be multiplied, too.
#ifndef KAX_RESIDUE_H
#define KAX_RESIDUE_H

#include <string.h>

#include "number.h"

#define RESIDUE_LIMBS 5
#define RESIDUE_BITS 51

typedef struct {
  uint64_t limb[RESIDUE_LIMBS];
} Residue;

static const uint64_t RESIDUE_MASK = (1ull << RESIDUE_BITS) - 1;
static const Residue RESIDUE_ZERO = {{0, 0, 0, 0, 0}};
static const Residue RESIDUE_ONE = {{1, 0, 0, 0, 0}};
static const Residue TWICE_P = {
    {0xfffffffffffdaull, 0xffffffffffffeull, 0xffffffffffffeull, 0xffffffffffffeull, 0xffffffffffffeull}};

ALWAYS_INLINE Residue residue_add(const Residue *a, const Residue *b) {
  Residue sum;
  for (int i = 0; i < RESIDUE_LIMBS; i++) sum.limb[i] = a->limb[i] + b->limb[i];
  return sum;
}

// Returns a - b + 2 p. No limb of b may be above that of 2 p.
ALWAYS_INLINE Residue residue_subtract(const Residue *a, const Residue *b) {
  Residue difference;
  for (int i = 0; i < RESIDUE_LIMBS; i++) difference.limb[i] = a->limb[i] + TWICE_P.limb[i] - b->limb[i];
  return difference;
}

ALWAYS_INLINE Residue residue_of_sums(unsigned __int128 sums[RESIDUE_LIMBS]) {
  Residue result;
  uint64_t carry = 0;
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    sums[i] += carry;
    carry = (uint64_t)(sums[i] >> RESIDUE_BITS);
    result.limb[i] = (uint64_t)sums[i] & RESIDUE_MASK;
  }
  // The last carry is below 2^60: of the products that it came from, none was times 19.
  result.limb[0] += 19 * carry;
  result.limb[1] += result.limb[0] >> RESIDUE_BITS;
  result.limb[0] &= RESIDUE_MASK;
  return result;
}

// 2^255 is 19.
ALWAYS_INLINE Residue residue_multiply(const Residue *a, const Residue *b) {
  unsigned __int128 sums[RESIDUE_LIMBS] = {0, 0, 0, 0, 0};
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
#pragma GCC unroll 5
    for (int j = 0; j < RESIDUE_LIMBS; j++) {
      uint64_t factor = i + j < RESIDUE_LIMBS ? b->limb[j] : 19 * b->limb[j];
      sums[(i + j) % RESIDUE_LIMBS] += (unsigned __int128)a->limb[i] * factor;
    }
  }
  return residue_of_sums(sums);
}

ALWAYS_INLINE Residue residue_square(const Residue *a) {
  const uint64_t *l = a->limb;
  uint64_t twice0 = 2 * l[0], twice1 = 2 * l[1], l3 = 19 * l[3], l4 = 19 * l[4];
#define BY(left, right) ((unsigned __int128)(left) * (right))
  unsigned __int128 sums[RESIDUE_LIMBS] = {
      BY(l[0], l[0]) + BY(twice1, l4) + BY(2 * l[2], l3), BY(twice0, l[1]) + BY(2 * l[2], l4) + BY(l[3], l3),
      BY(twice0, l[2]) + BY(l[1], l[1]) + BY(2 * l[3], l4), BY(twice0, l[3]) + BY(twice1, l[2]) + BY(l[4], l4),
      BY(twice0, l[4]) + BY(twice1, l[3]) + BY(l[2], l[2])};
#undef BY
  return residue_of_sums(sums);
}

ALWAYS_INLINE Residue residue_from_bytes(const uint8_t bytes[32]) {
  Number number;
  memcpy(&number, bytes, sizeof number);
  const uint64_t *n = number.limb;
  // The highest bit is left out.
  return (Residue){{n[0] & RESIDUE_MASK, (n[0] >> 51 | n[1] << 13) & RESIDUE_MASK,
                    (n[1] >> 38 | n[2] << 26) & RESIDUE_MASK, (n[2] >> 25 | n[3] << 39) & RESIDUE_MASK,
                    n[3] >> 12 & RESIDUE_MASK}};
}

// Limbs may be below 2^63.
ALWAYS_INLINE Residue residue_carry(Residue a) {
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    uint64_t carry = a.limb[i] >> RESIDUE_BITS;
    a.limb[i] &= RESIDUE_MASK;
    if (i + 1 < RESIDUE_LIMBS) a.limb[i + 1] += carry;
    else a.limb[0] += 19 * carry;
  }
  return a;
}

// Below p, of limbs below 2^54.
ALWAYS_INLINE Number residue_canonical(const Residue *a) {
  Residue value = residue_carry(*a);
  // It is below 2 p now, and at least p where 19 more make 2^255 of it.
  uint64_t carry = 19;
  for (int i = 0; i < RESIDUE_LIMBS; i++) carry = (value.limb[i] + carry) >> RESIDUE_BITS;
  value.limb[0] += 19 * carry;
  for (int i = 0; i + 1 < RESIDUE_LIMBS; i++) {
    value.limb[i + 1] += value.limb[i] >> RESIDUE_BITS;
    value.limb[i] &= RESIDUE_MASK;
  }
  const uint64_t *l = value.limb;
  return (Number){{l[0] | l[1] << 51, l[1] >> 13 | l[2] << 38, l[2] >> 26 | l[3] << 25,
                    l[3] >> 39 | (l[4] & RESIDUE_MASK) << 12}};
}

ALWAYS_INLINE bool residue_is_zero(const Residue *a) {
  Number number = residue_canonical(a);
  return is_zero(&number);
}

ALWAYS_INLINE bool residue_is_odd(const Residue *a) {
  return (residue_canonical(a).limb[0] & 1) == 1;
}

// Takes b where the mask has all bits, and a where it has none.
ALWAYS_INLINE Residue residue_select(uint64_t mask, const Residue *a, const Residue *b) {
  Residue result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) result.limb[i] = (a->limb[i] & ~mask) | (b->limb[i] & mask);
  return result;
}

#endif
