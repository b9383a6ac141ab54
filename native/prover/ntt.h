// Values of polynomials over FR at the powers of a root of unity.
#ifndef KAX_NTT_H
#define KAX_NTT_H

#include "field.h"

// The highest power of two that divides the order of FR, less one, is 2^28.
#define MOST_ROOTS_LOG 28

typedef struct {
  unsigned log;          // there are 2^log values
  Number *roots;         // the first half of the powers of the root
  Number *shifts;        // the powers of the root's square root, divided by the number of values
} Domain;

size_t domain_size(unsigned log);
// Fills memory of that size.
Domain make_domain(unsigned log, void *memory);

// Takes values at the powers of the root, and gives those at the same powers times the root's square root.
void shift_values(Number *values, const Domain *domain);

#endif
