// For tests: does what its standard input says with the prover's arithmetic. Each record is an operation of one byte and
// eight numbers in Montgomery form; each response is four numbers.
#include <stdio.h>
#include <string.h>

#include "../prover/groups.h"
#include "../prover/ntt.h"

#include "../prover/pair_lanes.h"

enum {
  FQ_ADD, FQ_SUBTRACT, FQ_MULTIPLY, FQ_INVERT,
  FR_ADD, FR_SUBTRACT, FR_MULTIPLY, FR_INVERT,
  PAIR_ADD, PAIR_SUBTRACT, PAIR_MULTIPLY, PAIR_INVERT,
  G1_ADD, G1_MULTIPLY, G2_ADD, G2_MULTIPLY,
  LANES_ADD, LANES_SUBTRACT, LANES_MULTIPLY, LANES_INVERT,
  PAIR_LANES_MULTIPLY, PAIR_LANES_INVERT,
  SHIFT_FOUR
};

static Number in_field(int operation, const Number *a, const Number *b, const Field *field) {
  if (operation == 0) return field_add(a, b, field);
  if (operation == 1) return field_subtract(a, b, field);
  if (operation == 2) return field_multiply(a, b, field);
  return field_invert(a, field);
}

static Pair of_pairs(int operation, const Pair *a, const Pair *b) {
  if (operation == 0) return pair_add(a, b);
  if (operation == 1) return pair_subtract(a, b);
  if (operation == 2) return pair_multiply(a, b);
  return pair_invert(a);
}

static g1_Point in_g1(int operation, const Number in[8]) {
  g1_Point first = {in[0], in[1]}, second = {in[2], in[3]};
  g1_Sum a = g1_sum_of(&first), b = g1_sum_of(&second);
  if (operation == G1_MULTIPLY) a = g1_multiply(&a, &in[2]);
  else g1_add_sum(&a, &b);
  return g1_point_of(&a);
}

static g2_Point in_g2(int operation, const Number in[8]) {
  g2_Point first = {{in[0], in[1]}, {in[2], in[3]}}, second = {{in[4], in[5]}, {in[6], in[7]}};
  g2_Sum a = g2_sum_of(&first), b = g2_sum_of(&second);
  if (operation == G2_MULTIPLY) a = g2_multiply(&a, &in[4]);
  else g2_add_sum(&a, &b);
  return g2_point_of(&a);
}

#ifdef HAS_LANES
// Every lane has its own numbers; the response is of the third.
static Number in_lanes(int operation, const Number *a, const Number *b) {
  Lanes left = lanes_of(&UNIT_52), right = left;
  Limbs first = limbs_of(a), second = limbs_of(b);
  put_lane(&left, 3, &first);
  put_lane(&right, 3, &second);
  Lanes result = operation == LANES_ADD        ? lanes_add(&left, &right)
                 : operation == LANES_SUBTRACT ? lanes_subtract(&left, &right)
                 : operation == LANES_MULTIPLY ? lanes_multiply(&left, &right)
                                               : lanes_invert(&left);
  result = lanes_canonical(result);
  Limbs limbs = take_lane(&result, 3);
  return number_of(&limbs);
}

static Pair in_pair_lanes(int operation, const Pair *a, const Pair *b) {
  PairLimbs first = pair_limbs_of(a), second = pair_limbs_of(b);
  PairLanes left = pair_lanes_of(&first), right = pair_lanes_of(&second);
  PairLanes result =
      operation == PAIR_LANES_MULTIPLY ? pair_lanes_multiply(&left, &right) : pair_lanes_invert(&left);
  result = pair_lanes_canonical(result);
  return pair_take(&result, 3);
}
#endif

static void respond(int operation, const Number in[8], Number out[4]) {
  const Pair *pairs = (const Pair *)in;
  if (operation <= FQ_INVERT) out[0] = in_field(operation, &in[0], &in[1], &FQ);
  else if (operation <= FR_INVERT) out[0] = in_field(operation - FR_ADD, &in[0], &in[1], &FR);
  else if (operation <= PAIR_INVERT) *(Pair *)out = of_pairs(operation - PAIR_ADD, &pairs[0], &pairs[1]);
  else if (operation <= G1_MULTIPLY) *(g1_Point *)out = in_g1(operation, in);
  else if (operation <= G2_MULTIPLY) *(g2_Point *)out = in_g2(operation, in);
  else if (operation == SHIFT_FOUR) {
    Number memory[6];
    Domain domain = make_domain(2, memory);
    memcpy(out, in, 4 * sizeof(Number));
    shift_values(out, &domain);
  }
#ifdef HAS_LANES
  else if (operation <= LANES_INVERT) out[0] = in_lanes(operation, &in[0], &in[1]);
  else *(Pair *)out = in_pair_lanes(operation, &pairs[0], &pairs[1]);
#endif
}

int main(void) {
  putchar(has_lanes());
  for (int operation = getchar(); operation != EOF; operation = getchar()) {
    Number in[8], out[4] = {{{0}}};
    if (fread(in, sizeof in, 1, stdin) != 1) return 1;
    respond(operation, in, out);
    if (fwrite(out, sizeof out, 1, stdout) != 1) return 1;
  }
  return 0;
}
