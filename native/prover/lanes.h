// Eight elements of FQ side by side, by AVX-512 IFMA: five limbs of 52 bits, in Montgomery form with 2^260. Gueron and
// Krasnov, "Accelerating Big Integer Arithmetic Using Intel IFMA Extensions" (2016). Values are below eight moduli, which
// the multiplication takes without a last subtraction; what is stored and compared is below one.
#ifndef KAX_LANES_H
#define KAX_LANES_H

#include "field.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(WITHOUT_LANES)
#define HAS_LANES
#endif

// Whether this machine can do what is declared below.
bool has_lanes(void);

#ifdef HAS_LANES
#pragma GCC target("avx512f,avx512ifma")
#include <immintrin.h>

#define LANES 8
#define LIMBS 5
#define LIMB_BITS 52

// An element as it is stored.
typedef struct {
  uint64_t limb[LIMBS];
} Limbs;

typedef struct {
  __m512i limb[LIMBS];
} Lanes;

// The modulus times 1, 2, 4 and 8.
static const Limbs MULTIPLES[4] = {
    {{0x08c16d87cfd47ull, 0x916871ca8d3c2ull, 0x181585d97816aull, 0xa029b85045b68ull, 0x030644e72e131ull}},
    {{0x1182db0f9fa8eull, 0x22d0e3951a784ull, 0x302b0bb2f02d5ull, 0x405370a08b6d0ull, 0x060c89ce5c263ull}},
    {{0x2305b61f3f51cull, 0x45a1c72a34f08ull, 0x60561765e05aaull, 0x80a6e14116da0ull, 0x0c19139cb84c6ull}},
    {{0x460b6c3e7ea38ull, 0x8b438e5469e10ull, 0xc0ac2ecbc0b54ull, 0x014dc2822db40ull, 0x183227397098dull}}};
static const Limbs NO_LIMBS = {{0, 0, 0, 0, 0}};
#define MINUS_INVERSE_52 0x20782e4866389ull  // -1 / modulus, modulo 2^52
static const Limbs UNIT_52 = {{0x20880f6fce4b4ull, 0x49baa989a8455ull, 0x18f014a498908ull, 0x724f85a9201d8ull, 0x01f16424e1bb7ull}};

ALWAYS_INLINE __m512i limb_mask(void) {
  return _mm512_set1_epi64((1ll << LIMB_BITS) - 1);
}

ALWAYS_INLINE Lanes lanes_of(const Limbs *value) {
  Lanes result;
  for (int i = 0; i < LIMBS; i++) result.limb[i] = _mm512_set1_epi64((long long)value->limb[i]);
  return result;
}

// Limbs may be negative or have more than 52 bits before.
ALWAYS_INLINE Lanes carry_over(Lanes a) {
  for (int i = 0; i + 1 < LIMBS; i++) {
    __m512i carry = _mm512_srai_epi64(a.limb[i], LIMB_BITS);
    a.limb[i] = _mm512_and_si512(a.limb[i], limb_mask());
    a.limb[i + 1] = _mm512_add_epi64(a.limb[i + 1], carry);
  }
  return a;
}

// Subtracts a multiple of the modulus from the lanes where that leaves no negative number.
ALWAYS_INLINE Lanes take_multiple(Lanes a, const Limbs *multiple) {
  Lanes less;
  for (int i = 0; i < LIMBS; i++) {
    less.limb[i] = _mm512_sub_epi64(a.limb[i], _mm512_set1_epi64((long long)multiple->limb[i]));
  }
  less = carry_over(less);
  __mmask8 is_negative = _mm512_cmplt_epi64_mask(less.limb[LIMBS - 1], _mm512_setzero_si512());
  for (int i = 0; i < LIMBS; i++) less.limb[i] = _mm512_mask_mov_epi64(less.limb[i], is_negative, a.limb[i]);
  return less;
}

ALWAYS_INLINE Lanes lanes_canonical(Lanes a) {
  a = take_multiple(a, &MULTIPLES[2]);
  return take_multiple(take_multiple(a, &MULTIPLES[1]), &MULTIPLES[0]);
}

ALWAYS_INLINE Lanes lanes_add(const Lanes *a, const Lanes *b) {
  Lanes sum;
  for (int i = 0; i < LIMBS; i++) sum.limb[i] = _mm512_add_epi64(a->limb[i], b->limb[i]);
  return take_multiple(carry_over(sum), &MULTIPLES[3]);
}

// Returns a - b + 2^log moduli without a reduction; b must be below that many.
ALWAYS_INLINE Lanes lanes_difference(const Lanes *a, const Lanes *b, int log) {
  Lanes difference;
  for (int i = 0; i < LIMBS; i++) {
    __m512i more = _mm512_add_epi64(a->limb[i], _mm512_set1_epi64((long long)MULTIPLES[log].limb[i]));
    difference.limb[i] = _mm512_sub_epi64(more, b->limb[i]);
  }
  return carry_over(difference);
}

ALWAYS_INLINE Lanes lanes_subtract(const Lanes *a, const Lanes *b) {
  return take_multiple(lanes_difference(a, b, 3), &MULTIPLES[3]);
}

// Returns a * b / 2^260, below two moduli.
ALWAYS_INLINE Lanes lanes_multiply(const Lanes *a, const Lanes *b) {
  const __m512i none = _mm512_setzero_si512(), inverse = _mm512_set1_epi64((long long)MINUS_INVERSE_52);
  Lanes t = {{none, none, none, none, none}};
  for (int i = 0; i < LIMBS; i++) {
    for (int j = 0; j < LIMBS; j++) t.limb[j] = _mm512_madd52lo_epu64(t.limb[j], a->limb[j], b->limb[i]);
    __m512i factor = _mm512_madd52lo_epu64(none, t.limb[0], inverse);
    __m512i modulus[LIMBS];
    for (int j = 0; j < LIMBS; j++) modulus[j] = _mm512_set1_epi64((long long)MULTIPLES[0].limb[j]);
    for (int j = 0; j < LIMBS; j++) t.limb[j] = _mm512_madd52lo_epu64(t.limb[j], factor, modulus[j]);
    t.limb[1] = _mm512_add_epi64(t.limb[1], _mm512_srli_epi64(t.limb[0], LIMB_BITS));
    for (int j = 0; j + 1 < LIMBS; j++) t.limb[j] = t.limb[j + 1];
    t.limb[LIMBS - 1] = none;
    for (int j = 0; j < LIMBS; j++) {
      t.limb[j] = _mm512_madd52hi_epu64(t.limb[j], a->limb[j], b->limb[i]);
      t.limb[j] = _mm512_madd52hi_epu64(t.limb[j], factor, modulus[j]);
    }
  }
  return carry_over(t);
}

// For values below the modulus.
ALWAYS_INLINE __mmask8 lanes_equal(const Lanes *a, const Lanes *b) {
  __mmask8 equal = 0xff;
  for (int i = 0; i < LIMBS; i++) equal &= _mm512_cmpeq_epi64_mask(a->limb[i], b->limb[i]);
  return equal;
}

ALWAYS_INLINE __mmask8 lanes_zero(const Lanes *a) {
  __m512i any = a->limb[0];
  for (int i = 1; i < LIMBS; i++) any = _mm512_or_si512(any, a->limb[i]);
  return _mm512_cmpeq_epi64_mask(any, _mm512_setzero_si512());
}

// Takes b where the mask says so.
ALWAYS_INLINE Lanes lanes_choose(__mmask8 mask, const Lanes *a, const Lanes *b) {
  Lanes result;
  for (int i = 0; i < LIMBS; i++) result.limb[i] = _mm512_mask_mov_epi64(a->limb[i], mask, b->limb[i]);
  return result;
}

// Reads one element at each of eight addresses.
ALWAYS_INLINE Lanes lanes_gather(__m512i addresses, size_t offset) {
  Lanes result;
  for (size_t i = 0; i < LIMBS; i++) {
    __m512i at = _mm512_add_epi64(addresses, _mm512_set1_epi64((long long)(offset + i * sizeof(uint64_t))));
    result.limb[i] = _mm512_i64gather_epi64(at, NULL, 1);
  }
  return result;
}

ALWAYS_INLINE void lanes_scatter(__m512i addresses, size_t offset, const Lanes *values, __mmask8 mask) {
  for (size_t i = 0; i < LIMBS; i++) {
    __m512i at = _mm512_add_epi64(addresses, _mm512_set1_epi64((long long)(offset + i * sizeof(uint64_t))));
    _mm512_mask_i64scatter_epi64(NULL, mask, at, values->limb[i], 1);
  }
}

// Returns 0 for 0.
Lanes lanes_invert(const Lanes *a);

// From Montgomery form with 2^256 to that with 2^260, and back.
Limbs limbs_of(const Number *montgomery);
Number number_of(const Limbs *limbs);

ALWAYS_INLINE Limbs take_lane(const Lanes *from, int lane) {
  Limbs result;
  for (int i = 0; i < LIMBS; i++) {
    uint64_t all[LANES];
    _mm512_storeu_si512(all, from->limb[i]);
    result.limb[i] = all[lane];
  }
  return result;
}

ALWAYS_INLINE void put_lane(Lanes *to, int lane, const Limbs *value) {
  for (int i = 0; i < LIMBS; i++) {
    to->limb[i] = _mm512_mask_mov_epi64(to->limb[i], (__mmask8)(1 << lane), _mm512_set1_epi64((long long)value->limb[i]));
  }
}

#endif
#endif
