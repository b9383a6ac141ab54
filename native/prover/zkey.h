// A proving key in the file format of snarkjs: https://github.com/iden3/snarkjs, "zkey", protocol Groth16. Integers are
// little-endian, coordinates and coefficients in Montgomery form, the coefficients twice.
#ifndef KAX_ZKEY_H
#define KAX_ZKEY_H

#include "groups.h"

// One entry of the matrices A and B of the circuit.
typedef struct __attribute__((packed)) {
  uint32_t matrix;  // 0 or 1
  uint32_t constraint;
  uint32_t signal;
  Number value;
} Coefficient;

typedef struct {
  uint32_t signals;
  uint32_t public_signals;  // without the first, which is one
  uint32_t constraints;     // a power of two
  unsigned log;             // its exponent
  g1_Point alpha1, beta1, delta1;
  g2_Point beta2, delta2;
  const Coefficient *coefficients;
  uint32_t coefficient_count;
  // Points as they are in the file, at any address.
  const uint8_t *a, *b1;  // of the first group, for each signal
  const uint8_t *b2;      // of the second group, for each signal
  const uint8_t *c;       // of the first group, for each signal that is not public
  const uint8_t *h;       // of the first group, for each constraint
} Key;

// Reads a key that is in memory as long as it is used. Returns null, or what is wrong with it.
const char *read_key(Key *key, const uint8_t *file, size_t size);

#endif
