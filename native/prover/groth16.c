#define _GNU_SOURCE
#include "groth16.h"

#include <stdlib.h>
#include <string.h>

#include "secrets.h"
#include "tasks.h"

static size_t aligned(size_t size) {
  return (size + 63) / 64 * 64;
}

#define DEFINE_POINTS(group)                                                                       \
  static bool group##_read_points(group##_Points *points, const uint8_t *from, size_t count, uint32_t first_factor) { \
    group##_Point *all = malloc(count * sizeof *all + 1);                                               \
    uint32_t *factor_of = malloc(count * sizeof *factor_of + 1);                                        \
    if (all == NULL || factor_of == NULL) return false;                                                 \
    static const group##_Point infinity;                                                                \
    size_t kept = 0;                                                                                    \
    for (size_t i = 0; i < count; i++) {                                                                \
      memcpy(&all[kept], from + i * sizeof *all, sizeof *all);                                          \
      if (memcmp(&all[kept], &infinity, sizeof infinity) == 0) continue;                                \
      factor_of[kept++] = first_factor + (uint32_t)i;                                                   \
    }                                                                                                   \
    void *stored = group##_store_points(all, kept);                                                     \
    if (stored != NULL) free(all);                                                                      \
    *points = (group##_Points){stored == NULL ? all : NULL, factor_of, stored, kept};                   \
    return true;                                                                                        \
  }                                                                                                     \
  static size_t group##_space(const group##_Points *points, unsigned bits) {                            \
    return points->stored == NULL ? group##_scratch_size(points->count, bits)                           \
                                  : group##_lanes_scratch_size(points->count, bits);                    \
  }                                                                                                     \
  static group##_Sum group##_window(const group##_Points *points, const Number *factors, Window window, \
                                    void *scratch) {                                                    \
    return points->stored == NULL ? group##_sum_window(points, factors, window, scratch)                \
                                  : group##_sum_window_in_lanes(points, factors, window, scratch);      \
  }

DEFINE_POINTS(g1)
DEFINE_POINTS(g2)

// How the memory for secrets is divided.
typedef struct {
  Number *witness, *factors;  // the second with offsets, for the windows
  Number *values[3];          // of the polynomials A, B and C
  g1_Sum *a, *b1, *c, *h;     // sums of windows
  g2_Sum *b2;
  uint8_t *scratch;
  size_t scratch_size;  // of each thread
  size_t size;
} Layout;

static size_t larger(size_t a, size_t b) {
  return a > b ? a : b;
}

static Layout layout_of(const Prover *prover) {
  Layout layout;
  uint8_t *at = prover->secrets;
  size_t used = 0;
#define TAKE(name, count)                            \
  layout.name = (void *)((uintptr_t)at + used);      \
  used += aligned((count) * sizeof *layout.name)
  size_t signals = prover->key.signals, constraints = prover->key.constraints;
  TAKE(witness, signals);
  TAKE(factors, signals);
  for (int i = 0; i < 3; i++) {
    TAKE(values[i], constraints);
  }
  size_t windows = windows_of(prover->witness_bits);
  TAKE(a, windows);
  TAKE(b1, windows);
  TAKE(c, windows);
  TAKE(b2, windows);
  TAKE(h, windows_of(prover->quotient_bits));
  size_t a_size = g1_space(&prover->a, prover->witness_bits), b1_size = g1_space(&prover->b1, prover->witness_bits);
  size_t c_size = g1_space(&prover->c, prover->witness_bits), b2_size = g2_space(&prover->b2, prover->witness_bits);
  size_t h_size = g1_space(&prover->h, prover->quotient_bits);
  layout.scratch_size = aligned(larger(larger(larger(a_size, b1_size), larger(c_size, b2_size)), h_size));
  TAKE(scratch, layout.scratch_size * prover->threads);
#undef TAKE
  layout.size = used;
  return layout;
}

const char *make_prover(Prover *prover, const uint8_t *file, size_t size, size_t threads) {
  *prover = (Prover){.threads = threads};
  const char *problem = read_key(&prover->key, file, size);
  if (problem != NULL) return problem;
  const Key *key = &prover->key;
  uint32_t first_own = key->public_signals + 1;
  if (!g1_read_points(&prover->a, key->a, key->signals, 0) || !g1_read_points(&prover->b1, key->b1, key->signals, 0) ||
      !g2_read_points(&prover->b2, key->b2, key->signals, 0) ||
      !g1_read_points(&prover->c, key->c, key->signals - first_own, first_own) ||
      !g1_read_points(&prover->h, key->h, key->constraints, 0)) {
    return "needs more memory";
  }
  prover->witness_bits = best_bits(prover->a.count);
  prover->quotient_bits = best_bits(prover->h.count);
  void *domain = malloc(domain_size(key->log));
  if (domain == NULL) return "needs more memory";
  prover->domain = make_domain(key->log, domain);
  prover->secrets_size = layout_of(prover).size;
  prover->secrets = map_secrets(prover->secrets_size);
  if (prover->secrets == NULL) return "needs more memory";
  return NULL;
}

Number *witness_of(const Prover *prover) {
  return layout_of(prover).witness;
}

typedef struct {
  const Prover *prover;
  Layout layout;
} Run;

// What the matrix A, or B, makes of the witness, by constraint.
static void apply_matrix(void *context, size_t matrix, size_t thread) {
  (void)thread;
  const Run *run = context;
  const Key *key = &run->prover->key;
  Number *values = run->layout.values[matrix];
  memset(values, 0, key->constraints * sizeof *values);
  for (uint32_t i = 0; i < key->coefficient_count; i++) {
    const Coefficient each = key->coefficients[i];
    if (each.matrix != matrix) continue;
    // A coefficient is twice in Montgomery form, so the product with a plain number is once.
    Number value = each.value, product = field_multiply(&value, &run->layout.witness[each.signal], &FR);
    values[each.constraint] = field_add(&values[each.constraint], &product, &FR);
  }
}

enum { SHIFTS = 3 };

// First the values of the three polynomials, which take longest, then each window of the sums over the witness.
static void use_witness(void *context, size_t task, size_t thread) {
  const Run *run = context;
  const Prover *prover = run->prover;
  const Layout *layout = &run->layout;
  if (task < SHIFTS) {
    shift_values(layout->values[task], &prover->domain);
    return;
  }
  size_t windows = windows_of(prover->witness_bits), sum = (task - SHIFTS) / windows;
  Window window = {(unsigned)((task - SHIFTS) % windows), prover->witness_bits};
  void *scratch = layout->scratch + thread * layout->scratch_size;
  const Number *factors = layout->factors;
  if (sum == 0) layout->b2[window.index] = g2_window(&prover->b2, factors, window, scratch);
  if (sum == 1) layout->a[window.index] = g1_window(&prover->a, factors, window, scratch);
  if (sum == 2) layout->b1[window.index] = g1_window(&prover->b1, factors, window, scratch);
  if (sum == 3) layout->c[window.index] = g1_window(&prover->c, factors, window, scratch);
}

static void use_quotient(void *context, size_t task, size_t thread) {
  const Run *run = context;
  const Layout *layout = &run->layout;
  Window window = {(unsigned)task, run->prover->quotient_bits};
  void *scratch = layout->scratch + thread * layout->scratch_size;
  layout->h[task] = g1_window(&run->prover->h, layout->values[0], window, scratch);
}

static void add_offsets(Number *factors, const Number *from, size_t count, unsigned bits) {
  for (size_t i = 0; i < count; i++) factors[i] = with_offsets(&from[i], bits);
}

// A * B - C at the shifted roots, as plain numbers with offsets.
static void join_values(const Run *run) {
  Number *const *values = run->layout.values;
  for (size_t i = 0; i < run->prover->key.constraints; i++) {
    Number product = field_multiply(&values[0][i], &values[1][i], &FR);
    product = field_subtract(&product, &values[2][i], &FR);
    values[0][i] = from_montgomery(&product, &FR);
  }
  add_offsets(values[0], values[0], run->prover->key.constraints, run->prover->quotient_bits);
}

static g1_Point plain_g1(const g1_Sum *sum) {
  g1_Point point = g1_point_of(sum);
  return (g1_Point){from_montgomery(&point.x, &FQ), from_montgomery(&point.y, &FQ)};
}

static g2_Point plain_g2(const g2_Sum *sum) {
  g2_Point point = g2_point_of(sum);
  return (g2_Point){{from_montgomery(&point.x.c0, &FQ), from_montgomery(&point.x.c1, &FQ)},
                    {from_montgomery(&point.y.c0, &FQ), from_montgomery(&point.y.c1, &FQ)}};
}

static void add_multiple(g1_Sum *to, const g1_Sum *of, const Number *factor) {
  g1_Sum multiple = g1_multiply(of, factor);
  g1_add_sum(to, &multiple);
}

// Section 3.2 of the paper: A = alpha + sum + r delta, B = beta + sum + s delta, C = sum + h + s A + r B - r s delta.
static void finish(const Run *run, const Blinding *blinding, Proof *proof) {
  const Prover *prover = run->prover;
  const Key *key = &prover->key;
  const Layout *layout = &run->layout;
  const Number *r = &blinding->r, *s = &blinding->s;
  g1_Sum delta1 = g1_sum_of(&key->delta1), alpha1 = g1_sum_of(&key->alpha1), beta1 = g1_sum_of(&key->beta1);
  g2_Sum delta2 = g2_sum_of(&key->delta2), beta2 = g2_sum_of(&key->beta2);

  g1_Sum a = g1_join_windows(layout->a, prover->witness_bits);
  g1_add_sum(&a, &alpha1);
  add_multiple(&a, &delta1, r);

  g2_Sum b = g2_join_windows(layout->b2, prover->witness_bits);
  g2_add_sum(&b, &beta2);
  g2_Sum blinded = g2_multiply(&delta2, s);
  g2_add_sum(&b, &blinded);

  g1_Sum b1 = g1_join_windows(layout->b1, prover->witness_bits);
  g1_add_sum(&b1, &beta1);
  add_multiple(&b1, &delta1, s);

  g1_Sum c = g1_join_windows(layout->c, prover->witness_bits);
  g1_Sum h = g1_join_windows(layout->h, prover->quotient_bits);
  g1_add_sum(&c, &h);
  add_multiple(&c, &a, s);
  add_multiple(&c, &b1, r);
  Number rs = to_montgomery(r, &FR);
  rs = field_multiply(&rs, s, &FR);
  rs = field_negate(&rs, &FR);
  add_multiple(&c, &delta1, &rs);

  *proof = (Proof){plain_g1(&a), plain_g2(&b), plain_g1(&c)};
}

const char *prove(Prover *prover, const Blinding *blinding, Proof *proof) {
  Run run = {prover, layout_of(prover)};
  const Layout *layout = &run.layout;
  size_t signals = prover->key.signals, constraints = prover->key.constraints;
  const char *problem = NULL;
  for (size_t i = 0; i < signals; i++) {
    if (!is_less(&layout->witness[i], &FR.modulus)) problem = "has a signal that is no number of the field";
  }
  if (problem == NULL) {
    run_tasks(apply_matrix, &run, 2, prover->threads);
    for (size_t i = 0; i < constraints; i++) {
      layout->values[2][i] = field_multiply(&layout->values[0][i], &layout->values[1][i], &FR);
    }
    add_offsets(layout->factors, layout->witness, signals, prover->witness_bits);
    run_tasks(use_witness, &run, SHIFTS + 4 * windows_of(prover->witness_bits), prover->threads);
    join_values(&run);
    run_tasks(use_quotient, &run, windows_of(prover->quotient_bits), prover->threads);
    finish(&run, blinding, proof);
  }
  explicit_bzero(prover->secrets, prover->secrets_size);
  return problem;
}
