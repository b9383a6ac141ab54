// The two prime fields of the curve BN254, in Montgomery form: a number a stands for a / 2^256.
// Multiplication: Koç, Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication Algorithms" (1996), CIOS; both
// primes leave the two highest bits free, so no carry leaves the highest limb.
#ifndef KAX_FIELD_H
#define KAX_FIELD_H

#include <stddef.h>

#include "number.h"

typedef struct {
  Number modulus;
  uint64_t inverse;  // -1 / modulus, modulo 2^64
  Number one;        // 2^256 modulo the modulus
  Number square;     // 2^512 modulo the modulus
} Field;

// Coordinates of points.
static const Field FQ = {
    {{0x3c208c16d87cfd47ull, 0x97816a916871ca8dull, 0xb85045b68181585dull, 0x30644e72e131a029ull}},
    0x87d20782e4866389ull,
    {{0xd35d438dc58f0d9dull, 0x0a78eb28f5c70b3dull, 0x666ea36f7879462cull, 0x0e0a77c19a07df2full}},
    {{0xf32cfc5b538afa89ull, 0xb5e71911d44501fbull, 0x47ab1eff0a417ff6ull, 0x06d89f71cab8351full}}};

// Witnesses and other factors of points.
static const Field FR = {
    {{0x43e1f593f0000001ull, 0x2833e84879b97091ull, 0xb85045b68181585dull, 0x30644e72e131a029ull}},
    0xc2e1f593efffffffull,
    {{0xac96341c4ffffffbull, 0x36fc76959f60cd29ull, 0x666ea36f7879462eull, 0x0e0a77c19a07df2full}},
    {{0x1bb8e645ae216da7ull, 0x53fe3ab1e35c59e3ull, 0x8c49833d53bb8085ull, 0x0216d0b17f4e44a5ull}}};

ALWAYS_INLINE void reduce_once(Number *a, const Field *field) {
  Number reduced;
  uint64_t keep = -(uint64_t)subtract_numbers(&reduced, a, &field->modulus);
  for (int i = 0; i < 4; i++) a->limb[i] = (a->limb[i] & keep) | (reduced.limb[i] & ~keep);
}

ALWAYS_INLINE Number field_add(const Number *a, const Number *b, const Field *field) {
  Number sum;
  add_numbers(&sum, a, b);
  reduce_once(&sum, field);
  return sum;
}

ALWAYS_INLINE Number field_subtract(const Number *a, const Number *b, const Field *field) {
  Number difference, missing;
  uint64_t mask = -(uint64_t)subtract_numbers(&difference, a, b);
  for (int i = 0; i < 4; i++) missing.limb[i] = field->modulus.limb[i] & mask;
  add_numbers(&difference, &difference, &missing);
  return difference;
}

ALWAYS_INLINE Number field_negate(const Number *a, const Field *field) {
  return field_subtract(&ZERO, a, field);
}

// Returns a * b / 2^256.
ALWAYS_INLINE Number field_multiply(const Number *a, const Number *b, const Field *field) {
  uint64_t t[4] = {0, 0, 0, 0};
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
    unsigned __int128 product = (unsigned __int128)a->limb[0] * b->limb[i] + t[0];
    uint64_t factor = (uint64_t)product * field->inverse;
    unsigned __int128 reduced = (unsigned __int128)factor * field->modulus.limb[0] + (uint64_t)product;
#pragma GCC unroll 4
    for (int j = 1; j < 4; j++) {
      product = (unsigned __int128)a->limb[j] * b->limb[i] + t[j] + (uint64_t)(product >> 64);
      reduced = (unsigned __int128)factor * field->modulus.limb[j] + (uint64_t)product +
                (uint64_t)(reduced >> 64);
      t[j - 1] = (uint64_t)reduced;
    }
    t[3] = (uint64_t)(product >> 64) + (uint64_t)(reduced >> 64);
  }
  Number result = {{t[0], t[1], t[2], t[3]}};
  reduce_once(&result, field);
  return result;
}

ALWAYS_INLINE Number to_montgomery(const Number *a, const Field *field) {
  return field_multiply(a, &field->square, field);
}

ALWAYS_INLINE Number from_montgomery(const Number *a, const Field *field) {
  static const Number unit = {{1, 0, 0, 0}};
  return field_multiply(a, &unit, field);
}

// The exponent is a plain number.
Number field_power(const Number *base, const Number *exponent, const Field *field);

// Returns 0 for 0.
Number field_invert(const Number *a, const Field *field);

// Elements of the field that the second group's coordinates are in: c0 + c1 * i, where i * i = -1.
typedef struct {
  Number c0, c1;
} Pair;

Pair pair_invert(const Pair *a);
Pair pair_add(const Pair *a, const Pair *b);
Pair pair_subtract(const Pair *a, const Pair *b);
// Karatsuba's method.
Pair pair_multiply(const Pair *a, const Pair *b);

#endif
