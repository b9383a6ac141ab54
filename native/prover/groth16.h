// Proofs by Groth, "On the Size of Pairing-based Non-interactive Arguments" (2016), with keys of snarkjs.
#ifndef KAX_GROTH16_H
#define KAX_GROTH16_H

#include "ntt.h"
#include "zkey.h"

typedef struct {
  Key key;
  size_t threads;
  g1_Points a, b1, c, h;
  g2_Points b2;
  unsigned witness_bits, quotient_bits;  // sizes of the windows of both kinds of factors
  Domain domain;
  uint8_t *secrets;  // memory for what depends on a witness
  size_t secrets_size;
} Prover;

// What makes two proofs of one witness differ, below the order of the field; plain numbers.
typedef struct {
  Number r, s;
} Blinding;

// Plain coordinates.
typedef struct {
  g1_Point a;
  g2_Point b;
  g1_Point c;
} Proof;

// Reads a key that stays in memory. Returns null, or what is wrong.
const char *make_prover(Prover *prover, const uint8_t *file, size_t size, size_t threads);

// Where the witness belongs: plain numbers, one for each signal.
Number *witness_of(const Prover *prover);

// Proves what is there, and forgets it. Returns null, or what is wrong.
const char *prove(Prover *prover, const Blinding *blinding, Proof *proof);

#endif
