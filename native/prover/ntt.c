#include "ntt.h"

// The least number that is no square, to the odd part of the order: it generates the roots of unity.
static Number root_of_order(unsigned log) {
  static const Number five = {{5, 0, 0, 0}}, one = {{1, 0, 0, 0}};
  Number base = to_montgomery(&five, &FR), exponent;
  subtract_numbers(&exponent, &FR.modulus, &one);
  for (unsigned i = 0; i < log; i++) {
    for (unsigned j = 0; j < 4; j++) {
      uint64_t above = j < 3 ? exponent.limb[j + 1] << 63 : 0;
      exponent.limb[j] = exponent.limb[j] >> 1 | above;
    }
  }
  return field_power(&base, &exponent, &FR);
}

size_t domain_size(unsigned log) {
  size_t size = (size_t)1 << log;
  return (size / 2 + size) * sizeof(Number);
}

Domain make_domain(unsigned log, void *memory) {
  size_t size = (size_t)1 << log;
  Domain domain = {log, memory, (Number *)memory + size / 2};
  Number root = root_of_order(log), shift = root_of_order(log + 1);
  domain.roots[0] = FR.one;
  for (size_t i = 1; i < size / 2; i++) {
    domain.roots[i] = field_multiply(&domain.roots[i - 1], &root, &FR);
  }
  Number count = {{size, 0, 0, 0}};
  count = to_montgomery(&count, &FR);
  domain.shifts[0] = field_invert(&count, &FR);
  for (size_t i = 1; i < size; i++) {
    domain.shifts[i] = field_multiply(&domain.shifts[i - 1], &shift, &FR);
  }
  return domain;
}

// Decimation in frequency: from values in order to coefficients in bit-reversed order, times their number. Gentleman and
// Sande, "Fast Fourier Transforms: for fun and profit" (1966). The inverse roots are the negated other half of the roots.
static void to_coefficients(Number *values, const Domain *domain) {
  size_t size = (size_t)1 << domain->log;
  for (size_t half = size / 2, step = 1; half > 0; half /= 2, step *= 2) {
    for (size_t start = 0; start < size; start += 2 * half) {
      for (size_t i = 0; i < half; i++) {
        Number *low = &values[start + i], *high = low + half;
        Number difference = i == 0 ? field_subtract(low, high, &FR) : field_subtract(high, low, &FR);
        *low = field_add(low, high, &FR);
        size_t power = i == 0 ? 0 : size / 2 - i * step;
        *high = field_multiply(&difference, &domain->roots[power], &FR);
      }
    }
  }
}

// Decimation in time: from coefficients in bit-reversed order to values in order. Cooley and Tukey, "An Algorithm for the
// Machine Calculation of Complex Fourier Series" (1965).
static void to_values(Number *coefficients, const Domain *domain) {
  size_t size = (size_t)1 << domain->log;
  for (size_t half = 1, step = size / 2; half < size; half *= 2, step /= 2) {
    for (size_t start = 0; start < size; start += 2 * half) {
      for (size_t i = 0; i < half; i++) {
        Number *low = &coefficients[start + i], *high = low + half;
        Number turned = field_multiply(high, &domain->roots[i * step], &FR);
        *high = field_subtract(low, &turned, &FR);
        *low = field_add(low, &turned, &FR);
      }
    }
  }
}

static size_t reversed(size_t index, unsigned bits) {
  size_t result = 0;
  for (unsigned i = 0; i < bits; i++) result |= (index >> i & 1) << (bits - 1 - i);
  return result;
}

void shift_values(Number *values, const Domain *domain) {
  to_coefficients(values, domain);
  for (size_t i = 0; i < (size_t)1 << domain->log; i++) {
    values[i] = field_multiply(&values[i], &domain->shifts[reversed(i, domain->log)], &FR);
  }
  to_values(values, domain);
}
