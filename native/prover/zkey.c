#include "zkey.h"

#include <string.h>

typedef struct {
  const uint8_t *start;
  uint64_t size;
} Section;

enum { HEADER = 1, GROTH16 = 2, COEFFICIENTS = 4, A = 5, B1 = 6, B2 = 7, C = 8, H = 9, SECTIONS = 11 };

#define G1_BYTES 64
#define G2_BYTES 128
#define NUMBER_BYTES 32
// Header of Groth16: sizes and both primes, three counts, three points of the first group and three of the second.
#define GROTH16_BYTES (2 * (4 + NUMBER_BYTES) + 3 * 4 + 3 * G1_BYTES + 3 * G2_BYTES)

static uint32_t read_u32(const uint8_t *from) {
  uint32_t value;
  memcpy(&value, from, sizeof value);
  return value;
}

static const char *find_sections(Section sections[SECTIONS], const uint8_t *file, size_t size) {
  if (size < 12 || memcmp(file, "zkey", 4) != 0) return "no zkey";
  if (read_u32(file + 4) != 1) return "another version of zkey";
  uint32_t count = read_u32(file + 8);
  size_t at = 12;
  for (uint32_t i = 0; i < count; i++) {
    if (size - at < 12) return "ends in the head of a section";
    uint32_t type = read_u32(file + at);
    uint64_t length;
    memcpy(&length, file + at + 4, sizeof length);
    at += 12;
    if (length > size - at) return "ends in a section";
    if (type < SECTIONS) {
      if (sections[type].start != NULL) return "has a section twice";
      sections[type] = (Section){file + at, length};
    }
    at += length;
  }
  for (int type = 1; type < SECTIONS - 1; type++) {
    if (sections[type].start == NULL) return "lacks a section";
  }
  return NULL;
}

static bool has_size(const Section *section, uint64_t count, uint64_t bytes) {
  return section->size == count * bytes;
}

static const char *read_header(Key *key, const Section *section) {
  const uint8_t *at = section->start;
  if (section->size != GROTH16_BYTES) return "has a header of another length";
  if (read_u32(at) != NUMBER_BYTES || memcmp(at + 4, &FQ.modulus, NUMBER_BYTES) != 0) return "is of another curve";
  at += 4 + NUMBER_BYTES;
  if (read_u32(at) != NUMBER_BYTES || memcmp(at + 4, &FR.modulus, NUMBER_BYTES) != 0) return "is of another curve";
  at += 4 + NUMBER_BYTES;
  key->signals = read_u32(at);
  key->public_signals = read_u32(at + 4);
  key->constraints = read_u32(at + 8);
  at += 12;
  if (key->signals == 0 || key->public_signals >= key->signals) return "has no private signals";
  if (key->constraints < 2 || key->constraints > 1u << 27) return "has too few or too many constraints";
  if ((key->constraints & (key->constraints - 1)) != 0) return "has a domain that is no power of two";
  key->log = (unsigned)__builtin_ctz(key->constraints);
  memcpy(&key->alpha1, at, G1_BYTES);
  memcpy(&key->beta1, at + G1_BYTES, G1_BYTES);
  memcpy(&key->beta2, at + 2 * G1_BYTES, G2_BYTES);
  memcpy(&key->delta1, at + 2 * G1_BYTES + 2 * G2_BYTES, G1_BYTES);
  memcpy(&key->delta2, at + 3 * G1_BYTES + 2 * G2_BYTES, G2_BYTES);
  return NULL;
}

static const char *read_coefficients(Key *key, const Section *section) {
  if (section->size < 4) return "has no coefficients";
  key->coefficient_count = read_u32(section->start);
  key->coefficients = (const Coefficient *)(section->start + 4);
  if (section->size != 4 + (uint64_t)key->coefficient_count * sizeof(Coefficient)) return "lacks coefficients";
  for (uint32_t i = 0; i < key->coefficient_count; i++) {
    const Coefficient *each = &key->coefficients[i];
    if (each->matrix > 1 || each->constraint >= key->constraints || each->signal >= key->signals) {
      return "has a coefficient of nothing";
    }
  }
  return NULL;
}

const char *read_key(Key *key, const uint8_t *file, size_t size) {
  Section sections[SECTIONS] = {{NULL, 0}};
  const char *problem = find_sections(sections, file, size);
  if (problem != NULL) return problem;
  if (sections[HEADER].size != 4 || read_u32(sections[HEADER].start) != 1) return "is not for Groth16";
  problem = read_header(key, &sections[GROTH16]);
  if (problem != NULL) return problem;
  problem = read_coefficients(key, &sections[COEFFICIENTS]);
  if (problem != NULL) return problem;
  uint64_t signals = key->signals, own = signals - key->public_signals - 1;
  if (!has_size(&sections[A], signals, G1_BYTES) || !has_size(&sections[B1], signals, G1_BYTES) ||
      !has_size(&sections[B2], signals, G2_BYTES) || !has_size(&sections[C], own, G1_BYTES) ||
      !has_size(&sections[H], key->constraints, G1_BYTES)) {
    return "lacks points";
  }
  key->a = sections[A].start;
  key->b1 = sections[B1].start;
  key->b2 = sections[B2].start;
  key->c = sections[C].start;
  key->h = sections[H].start;
  return NULL;
}
