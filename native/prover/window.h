// Factors cut into digits, as Pippenger's method needs them.
#ifndef KAX_WINDOW_H
#define KAX_WINDOW_H

#include "number.h"

// Factors are below 2^254.
#define FACTOR_BITS 254
// Eight lanes share the buckets.
#define LEAST_BITS 4

typedef struct {
  unsigned index;
  unsigned bits;
} Window;

ALWAYS_INLINE unsigned windows_of(unsigned bits) {
  return (FACTOR_BITS + bits) / bits;
}

// Makes signed digits of unsigned ones: half a window's size is added to every window but the last, and taken from the
// digits again, so that no digit depends on the one before.
static inline Number with_offsets(const Number *factor, unsigned bits) {
  Number offsets = ZERO, sum;
  for (unsigned i = 0; i + 1 < windows_of(bits); i++) {
    unsigned bit = i * bits + bits - 1;
    offsets.limb[bit / 64] |= 1ull << (bit % 64);
  }
  add_numbers(&sum, factor, &offsets);
  return sum;
}

// Returns a digit from -2^(bits - 1) to 2^(bits - 1) of a factor with offsets.
ALWAYS_INLINE int32_t digit_of(const Number *factor, Window window) {
  uint32_t digit = bits_of(factor, window.index * window.bits, window.bits);
  bool is_last = window.index + 1 == windows_of(window.bits);
  return (int32_t)digit - (is_last ? 0 : (int32_t)1 << (window.bits - 1));
}

// Returns the size of windows with which that many points take the fewest multiplications: six for a point, and 26 for
// the two sums of a bucket.
static inline unsigned best_bits(size_t points) {
  unsigned best = LEAST_BITS;
  double least = 0;
  for (unsigned bits = LEAST_BITS; bits <= 16; bits++) {
    double cost = windows_of(bits) * (6.0 * (double)points + 26.0 * (double)(1u << (bits - 1)));
    if (bits == LEAST_BITS || cost < least) {
      best = bits;
      least = cost;
    }
  }
  return best;
}

#endif
