#include "field.h"

Number field_power(const Number *base, const Number *exponent, const Field *field) {
  Number result = field->one;
  for (int bit = 255; bit >= 0; bit--) {
    result = field_multiply(&result, &result, field);
    if (bits_of(exponent, (unsigned)bit, 1)) result = field_multiply(&result, base, field);
  }
  return result;
}

// By Fermat's little theorem.
Number field_invert(const Number *a, const Field *field) {
  static const Number two = {{2, 0, 0, 0}};
  Number exponent;
  subtract_numbers(&exponent, &field->modulus, &two);
  return field_power(a, &exponent, field);
}

Pair pair_add(const Pair *a, const Pair *b) {
  return (Pair){field_add(&a->c0, &b->c0, &FQ), field_add(&a->c1, &b->c1, &FQ)};
}

Pair pair_subtract(const Pair *a, const Pair *b) {
  return (Pair){field_subtract(&a->c0, &b->c0, &FQ), field_subtract(&a->c1, &b->c1, &FQ)};
}

Pair pair_multiply(const Pair *a, const Pair *b) {
  Number v0 = field_multiply(&a->c0, &b->c0, &FQ), v1 = field_multiply(&a->c1, &b->c1, &FQ);
  Number sum_a = field_add(&a->c0, &a->c1, &FQ), sum_b = field_add(&b->c0, &b->c1, &FQ);
  Number cross = field_multiply(&sum_a, &sum_b, &FQ);
  cross = field_subtract(&cross, &v0, &FQ);
  return (Pair){field_subtract(&v0, &v1, &FQ), field_subtract(&cross, &v1, &FQ)};
}

Pair pair_invert(const Pair *a) {
  Number square0 = field_multiply(&a->c0, &a->c0, &FQ), square1 = field_multiply(&a->c1, &a->c1, &FQ);
  Number norm = field_add(&square0, &square1, &FQ);
  Number inverse = field_invert(&norm, &FQ);
  Number negated = field_negate(&a->c1, &FQ);
  return (Pair){field_multiply(&a->c0, &inverse, &FQ), field_multiply(&negated, &inverse, &FQ)};
}
