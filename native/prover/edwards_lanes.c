#define _DEFAULT_SOURCE
#include "edwards.h"
#include "residues.h"

#ifdef HAS_LANES

#define ELEMENT Residues
#define WIDTH LANES
#define ADD(a, b) residues_add(&(a), &(b))
#define SUB(a, b) residues_subtract(&(a), &(b))
#define MUL(a, b) residues_multiply(&(a), &(b))
#define SQUARE(a) residues_square(&(a))
#define CARRY(a) residues_carry(a)
#define SPREAD(a) residues_of(&(a))
#define LOAD(bytes) residues_load(bytes)
#define TAKE(a, lane) residues_take(&(a), lane)
#define SELECT(mask, a, b) residues_select(mask, &(a), &(b))
#define CHOOSE(lanes, a, b) residues_choose(lanes, &(a), &(b))

#include "edwards.inc"

bool multiply_in_lanes(const Digits *digits, const uint8_t (*points)[POINT_SIZE], size_t count,
                       uint8_t (*products)[POINT_SIZE], uint8_t *is_point) {
  if (!has_lanes()) return false;
  multiply_all(digits, points, count, products, is_point);
  return true;
}

#else

bool multiply_in_lanes(const Digits *digits, const uint8_t (*points)[POINT_SIZE], size_t count,
                       uint8_t (*products)[POINT_SIZE], uint8_t *is_point) {
  (void)digits;
  (void)points;
  (void)count;
  (void)products;
  (void)is_point;
  return false;
}

#endif
