// The two groups of BN254. A point at infinity has two zeros, as in a key.
#ifndef KAX_GROUPS_H
#define KAX_GROUPS_H

#include "field.h"
#include "window.h"

#define DECLARE_GROUP(group, element)                                                         \
  typedef struct {                                                                            \
    element x, y;                                                                             \
  } group##_Point;                                                                            \
  typedef struct {                                                                            \
    element x, y, zz, zzz;                                                                    \
  } group##_Sum;                                                                              \
  typedef struct {                                                                            \
    const group##_Point *points; /* none at infinity; null where there are lanes */           \
    const uint32_t *factor_of;   /* the index of each point's factor */                       \
    const void *stored;          /* the points for lanes; null where there are none */        \
    size_t count;                                                                             \
  } group##_Points;                                                                           \
  group##_Sum group##_sum_of(const group##_Point *a);                                         \
  group##_Point group##_point_of(const group##_Sum *a);                                       \
  void group##_add_sum(group##_Sum *a, const group##_Sum *b);                                 \
  group##_Sum group##_multiply(const group##_Sum *a, const Number *factor);                   \
  size_t group##_scratch_size(size_t count, unsigned bits);                                   \
  group##_Sum group##_sum_window(const group##_Points *from, const Number *factors, Window window, \
                                 void *scratch);                                              \
  /* Returns the points for lanes; null where this machine has none, or no memory. */         \
  void *group##_store_points(const group##_Point *points, size_t count);                      \
  size_t group##_lanes_scratch_size(size_t count, unsigned bits);                             \
  group##_Sum group##_sum_window_in_lanes(const group##_Points *from, const Number *factors,  \
                                          Window window, void *scratch);                      \
  group##_Sum group##_join_windows(const group##_Sum *windows, unsigned bits);

DECLARE_GROUP(g1, Number)
DECLARE_GROUP(g2, Pair)

#endif
