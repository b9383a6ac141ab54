// Numbers of 256 bits, as four 64-bit limbs, the lowest first.
#ifndef KAX_NUMBER_H
#define KAX_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef struct {
  uint64_t limb[4];
} Number;

static const Number ZERO = {{0, 0, 0, 0}};

ALWAYS_INLINE bool is_zero(const Number *a) {
  return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]) == 0;
}

ALWAYS_INLINE bool is_equal(const Number *a, const Number *b) {
  return ((a->limb[0] ^ b->limb[0]) | (a->limb[1] ^ b->limb[1]) | (a->limb[2] ^ b->limb[2]) |
          (a->limb[3] ^ b->limb[3])) == 0;
}

// Returns the carry, 0 or 1.
ALWAYS_INLINE unsigned char add_numbers(Number *sum, const Number *a, const Number *b) {
  unsigned __int128 t = 0;
  for (int i = 0; i < 4; i++) {
    t += (unsigned __int128)a->limb[i] + b->limb[i];
    sum->limb[i] = (uint64_t)t;
    t >>= 64;
  }
  return (unsigned char)t;
}

// Returns the borrow, 0 or 1.
ALWAYS_INLINE unsigned char subtract_numbers(Number *difference, const Number *a, const Number *b) {
  unsigned char borrow = 0;
  for (int i = 0; i < 4; i++) {
    unsigned __int128 t = (unsigned __int128)a->limb[i] - b->limb[i] - borrow;
    difference->limb[i] = (uint64_t)t;
    borrow = (unsigned char)((t >> 64) & 1);
  }
  return borrow;
}

ALWAYS_INLINE bool is_less(const Number *a, const Number *b) {
  Number ignored;
  return subtract_numbers(&ignored, a, b) != 0;
}

// Bits [from, from + count) of a number; count is at most 32.
ALWAYS_INLINE uint32_t bits_of(const Number *a, unsigned from, unsigned count) {
  if (from >= 256) return 0;
  unsigned word = from / 64, shift = from % 64;
  uint64_t bits = a->limb[word] >> shift;
  if (shift + count > 64 && word < 3) bits |= a->limb[word + 1] << (64 - shift);
  return (uint32_t)(bits & ((1ull << count) - 1));
}

#endif
