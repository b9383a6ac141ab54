// Points of the curve Edwards25519, compressed as in RFC 8032, all of them times one scalar.
#ifndef KAX_EDWARDS_H
#define KAX_EDWARDS_H

#include <stddef.h>

#include "number.h"

#define POINT_SIZE 32
#define SCALAR_SIZE 32
#define DIGIT_BITS 4
#define DIGITS (256 / DIGIT_BITS)

// From -8 to 7; the lowest first.
typedef struct {
  int8_t digit[DIGITS];
} Digits;

// The scalar is taken modulo the order of the base point. Where y is p or more, it is taken modulo p, and where x is 0,
// its sign is ignored. What is no point has a product of zeros. No branch and no address depends on the scalar.
void multiply_points(const uint8_t scalar[SCALAR_SIZE], const uint8_t (*points)[POINT_SIZE], size_t count,
                     uint8_t (*products)[POINT_SIZE], uint8_t *is_point);

// Eight at once, or false where the machine can't.
bool multiply_in_lanes(const Digits *digits, const uint8_t (*points)[POINT_SIZE], size_t count,
                       uint8_t (*products)[POINT_SIZE], uint8_t *is_point);

#endif
