// Eight elements of the field of residue.h side by side, by AVX-512 IFMA, which multiplies limbs below 2^52. Gueron and
// Krasnov, "Accelerating Big Integer Arithmetic Using Intel IFMA Extensions" (2016).
//
// Multiplications, carries and loads give limbs below 2^51 + 2^15, which may be subtracted; the carry of a sum or of a
// difference gives those again.
#ifndef KAX_RESIDUES_H
#define KAX_RESIDUES_H

#include "lanes.h"
#include "residue.h"

#ifdef HAS_LANES

typedef struct {
  __m512i limb[RESIDUE_LIMBS];
} Residues;

ALWAYS_INLINE Residues residues_of(const Residue *value) {
  Residues result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) result.limb[i] = _mm512_set1_epi64((long long)value->limb[i]);
  return result;
}

ALWAYS_INLINE Residues residues_load(const uint8_t (*bytes)[32]) {
  uint64_t limbs[RESIDUE_LIMBS][LANES];
  for (int lane = 0; lane < LANES; lane++) {
    Residue value = residue_from_bytes(bytes[lane]);
    for (int i = 0; i < RESIDUE_LIMBS; i++) limbs[i][lane] = value.limb[i];
  }
  Residues result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) result.limb[i] = _mm512_loadu_si512(limbs[i]);
  return result;
}

ALWAYS_INLINE Residue residues_take(const Residues *from, int lane) {
  Residue result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    uint64_t all[LANES];
    _mm512_storeu_si512(all, from->limb[i]);
    result.limb[i] = all[lane];
  }
  return result;
}

// Of limbs below 2^61: each gets less than 2^10 from the one below, and the lowest 19 times that from the highest.
ALWAYS_INLINE Residues residues_carry(Residues a) {
  __m512i mask = _mm512_set1_epi64((long long)RESIDUE_MASK), carry[RESIDUE_LIMBS];
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    carry[i] = _mm512_srli_epi64(a.limb[i], RESIDUE_BITS);
    a.limb[i] = _mm512_and_si512(a.limb[i], mask);
  }
  for (int i = 0; i + 1 < RESIDUE_LIMBS; i++) a.limb[i + 1] = _mm512_add_epi64(a.limb[i + 1], carry[i]);
  a.limb[0] = _mm512_madd52lo_epu64(a.limb[0], carry[RESIDUE_LIMBS - 1], _mm512_set1_epi64(19));
  return a;
}

ALWAYS_INLINE Residues residues_add(const Residues *a, const Residues *b) {
  Residues sum;
  for (int i = 0; i < RESIDUE_LIMBS; i++) sum.limb[i] = _mm512_add_epi64(a->limb[i], b->limb[i]);
  return sum;
}

// Returns a - b + 2 p.
ALWAYS_INLINE Residues residues_subtract(const Residues *a, const Residues *b) {
  Residues difference;
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    __m512i more = _mm512_add_epi64(a->limb[i], _mm512_set1_epi64((long long)TWICE_P.limb[i]));
    difference.limb[i] = _mm512_sub_epi64(more, b->limb[i]);
  }
  return difference;
}

// The upper five sums count 19 times. Each is of at most nine halves of products, below 2^52 or, doubled, below 2^53.
// What is carried is below 20 * 9 * 2^53, and so below 2^61.
ALWAYS_INLINE Residues residues_fold(const __m512i sums[2 * RESIDUE_LIMBS]) {
  Residues folded;
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    __m512i high = sums[i + RESIDUE_LIMBS];
    __m512i times3 = _mm512_add_epi64(high, _mm512_slli_epi64(high, 1)), times16 = _mm512_slli_epi64(high, 4);
    folded.limb[i] = _mm512_add_epi64(_mm512_add_epi64(sums[i], times16), times3);
  }
  return residues_carry(folded);
}

// The upper halves of products of limbs belong to the next limb, twice: 52 bits are one more than a limb has.
ALWAYS_INLINE Residues residues_multiply(const Residues *a, const Residues *b) {
  __m512i sums[2 * RESIDUE_LIMBS];
  for (int i = 0; i < 2 * RESIDUE_LIMBS; i++) sums[i] = _mm512_setzero_si512();
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
#pragma GCC unroll 5
    for (int j = 0; j < RESIDUE_LIMBS; j++) {
      sums[i + j + 1] = _mm512_madd52hi_epu64(sums[i + j + 1], a->limb[i], b->limb[j]);
    }
  }
  for (int i = 1; i < 2 * RESIDUE_LIMBS; i++) sums[i] = _mm512_add_epi64(sums[i], sums[i]);
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
#pragma GCC unroll 5
    for (int j = 0; j < RESIDUE_LIMBS; j++) {
      sums[i + j] = _mm512_madd52lo_epu64(sums[i + j], a->limb[i], b->limb[j]);
    }
  }
  return residues_fold(sums);
}

// The same sums: products of two different limbs are there twice, and their upper halves four times.
ALWAYS_INLINE Residues residues_square(const Residues *a) {
  __m512i sums[2 * RESIDUE_LIMBS];
  for (int i = 0; i < 2 * RESIDUE_LIMBS; i++) sums[i] = _mm512_setzero_si512();
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
#pragma GCC unroll 5
    for (int j = i + 1; j < RESIDUE_LIMBS; j++) {
      sums[i + j + 1] = _mm512_madd52hi_epu64(sums[i + j + 1], a->limb[i], a->limb[j]);
    }
  }
  for (int i = 2; i < 2 * RESIDUE_LIMBS - 1; i++) sums[i] = _mm512_add_epi64(sums[i], sums[i]);
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    sums[2 * i + 1] = _mm512_madd52hi_epu64(sums[2 * i + 1], a->limb[i], a->limb[i]);
#pragma GCC unroll 5
    for (int j = i + 1; j < RESIDUE_LIMBS; j++) {
      sums[i + j] = _mm512_madd52lo_epu64(sums[i + j], a->limb[i], a->limb[j]);
    }
  }
  for (int i = 1; i < 2 * RESIDUE_LIMBS; i++) sums[i] = _mm512_add_epi64(sums[i], sums[i]);
#pragma GCC unroll 5
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    sums[2 * i] = _mm512_madd52lo_epu64(sums[2 * i], a->limb[i], a->limb[i]);
  }
  return residues_fold(sums);
}

// Takes b in all lanes where the mask has all bits, and a where it has none.
ALWAYS_INLINE Residues residues_select(uint64_t mask, const Residues *a, const Residues *b) {
  __m512i masks = _mm512_set1_epi64((long long)mask);
  Residues result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) {
    result.limb[i] = _mm512_ternarylogic_epi64(masks, b->limb[i], a->limb[i], 0xca);
  }
  return result;
}

// Takes b in the lanes that the mask names.
ALWAYS_INLINE Residues residues_choose(uint8_t mask, const Residues *a, const Residues *b) {
  Residues result;
  for (int i = 0; i < RESIDUE_LIMBS; i++) result.limb[i] = _mm512_mask_mov_epi64(a->limb[i], mask, b->limb[i]);
  return result;
}

#endif
#endif
