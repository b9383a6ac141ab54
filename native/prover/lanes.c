#include "lanes.h"

#ifdef HAS_LANES

bool has_lanes(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma");
}

Lanes lanes_invert(const Lanes *a) {
  Number exponent;
  subtract_numbers(&exponent, &FQ.modulus, &(Number){{2, 0, 0, 0}});
  Lanes result = lanes_of(&UNIT_52);
  for (int bit = 253; bit >= 0; bit--) {
    result = lanes_multiply(&result, &result);
    if (bits_of(&exponent, (unsigned)bit, 1)) result = lanes_multiply(&result, a);
  }
  return result;
}

Limbs limbs_of(const Number *montgomery) {
  // 2^260 modulo the modulus.
  static const Number factor = {{0x45520880f6fce4b4ull, 0x49890849baa989a8ull, 0x85a9201d818f014aull, 0x1f16424e1bb7724full}};
  Number value = field_multiply(montgomery, &factor, &FQ);
  Limbs limbs;
  for (unsigned i = 0; i < LIMBS; i++) {
    uint64_t low = bits_of(&value, i * LIMB_BITS, 32), high = bits_of(&value, i * LIMB_BITS + 32, LIMB_BITS - 32);
    limbs.limb[i] = low | high << 32;
  }
  return limbs;
}

Number number_of(const Limbs *limbs) {
  // 2^252.
  static const Number factor = {{0, 0, 0, 1ull << 60}};
  const uint64_t *limb = limbs->limb;
  Number value = {{limb[0] | limb[1] << 52, limb[1] >> 12 | limb[2] << 40, limb[2] >> 24 | limb[3] << 28,
                   limb[3] >> 36 | limb[4] << 16}};
  return field_multiply(&value, &factor, &FQ);
}

#else

bool has_lanes(void) {
  return false;
}

#endif
