#define _GNU_SOURCE
#include "secrets.h"

#include <sys/mman.h>

void *map_secrets(size_t size) {
  void *secrets = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (secrets == MAP_FAILED) return NULL;
  // A process may lock only so much; what it can't lock is not in core dumps, either, and is wiped.
  (void)mlock(secrets, size);
  (void)madvise(secrets, size, MADV_DONTDUMP);
  return secrets;
}
