#define _DEFAULT_SOURCE
#include "edwards.h"

#include "residue.h"

#define ELEMENT Residue
#define WIDTH 1
#define ADD(a, b) residue_add(&(a), &(b))
#define SUB(a, b) residue_subtract(&(a), &(b))
#define MUL(a, b) residue_multiply(&(a), &(b))
#define SQUARE(a) residue_square(&(a))
#define CARRY(a) (a)
#define SPREAD(a) (a)
#define LOAD(bytes) residue_from_bytes((bytes)[0])
#define TAKE(a, lane) ((void)(lane), (a))
#define SELECT(mask, a, b) residue_select(mask, &(a), &(b))
#define CHOOSE(lanes, a, b) residue_select(-(uint64_t)((lanes) & 1), &(a), &(b))

#include "edwards.inc"

// Of the base point.
static const Number ORDER = {{0x5812631a5cf5d3edull, 0x14def9dea2f79cd6ull, 0, 1ull << 60}};

static Number modulo_order(const Number *a) {
  // The order is little more than 2^252, so one times it may have been too much.
  uint64_t times = a->limb[3] >> 60, mask;
  Number multiple, result, missing;
  unsigned __int128 carry = 0;
  for (int i = 0; i < 4; i++) {
    carry += (unsigned __int128)ORDER.limb[i] * times;
    multiple.limb[i] = (uint64_t)carry;
    carry >>= 64;
  }
  mask = -(uint64_t)subtract_numbers(&result, a, &multiple);
  for (int i = 0; i < 4; i++) missing.limb[i] = ORDER.limb[i] & mask;
  add_numbers(&result, &result, &missing);
  return result;
}

// Half of what a digit can be is added to each but the last one, and taken off again, so that none depends on another.
static Digits digits_of(const uint8_t scalar[SCALAR_SIZE]) {
  static const Number offsets = {
      {0x8888888888888888ull, 0x8888888888888888ull, 0x8888888888888888ull, 0x0888888888888888ull}};
  Number number;
  memcpy(&number, scalar, sizeof number);
  number = modulo_order(&number);
  add_numbers(&number, &number, &offsets);
  Digits digits;
  for (unsigned i = 0; i < DIGITS; i++) {
    int digit = (int)bits_of(&number, i * DIGIT_BITS, DIGIT_BITS);
    digits.digit[i] = (int8_t)(i + 1 < DIGITS ? digit - 8 : digit);
  }
  explicit_bzero(&number, sizeof number);
  return digits;
}

void multiply_points(const uint8_t scalar[SCALAR_SIZE], const uint8_t (*points)[POINT_SIZE], size_t count,
                     uint8_t (*products)[POINT_SIZE], uint8_t *is_point) {
  Digits digits = digits_of(scalar);
  if (!multiply_in_lanes(&digits, points, count, products, is_point)) {
    multiply_all(&digits, points, count, products, is_point);
  }
  explicit_bzero(&digits, sizeof digits);
}
