// Which points belong to which bucket, as addresses. The lowest bit of an address says that the point is subtracted.
#ifndef KAX_LISTS_H
#define KAX_LISTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t buckets;
  uint32_t *starts, *lengths;
  uintptr_t *addresses;  // of all points, bucket by bucket
} Lists;

// After the pairs of each bucket were added, and their sums stored where its part of the sums begins.
static inline void list_sums(Lists *lists, void *sums, size_t size) {
  for (size_t bucket = 0; bucket < lists->buckets; bucket++) {
    uint32_t length = lists->lengths[bucket], start = lists->starts[bucket];
    if (length < 2) continue;
    uintptr_t *own = &lists->addresses[start], last = own[length - 1];
    for (uint32_t i = 0; i < length / 2; i++) own[i] = (uintptr_t)sums + (start + i) * size;
    if (length % 2 == 1) own[length / 2] = last;
    lists->lengths[bucket] = (length + 1) / 2;
  }
}

#endif
