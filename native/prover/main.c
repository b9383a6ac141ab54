// Proves what its standard input says, with the key in the file of its first argument, until the input ends. With the
// argument `points`, it multiplies points: see serve_points.h.
//
// Once it is ready, it writes `kax1` and the number of signals. Then it reads witnesses, each as its number of signals
// and as many plain numbers of 32 bytes. For each it writes 0 and the coordinates of the proof, as eight numbers: A, B
// with both parts of its x and then of its y, and C; or 1, and the length and the text of what is wrong. Integers have
// four bytes; everything is little-endian.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "groth16.h"
#include "serve_points.h"
#include "streams.h"
#include "tasks.h"

// A nice value, of at most 19.
enum { LATER = 10 };

static bool write_problem(const char *problem) {
  uint32_t length = (uint32_t)strlen(problem);
  return write_all(&(uint8_t){1}, 1) && write_all(&length, sizeof length) && write_all(problem, length);
}

// A number below the order of the field, each with the same probability.
static bool draw_number(Number *number) {
  do {
    if (getrandom(number, sizeof *number, 0) != sizeof *number) return false;
    number->limb[3] &= (1ull << 62) - 1;
  } while (!is_less(number, &FR.modulus));
  return true;
}

#ifdef FIXED_BLINDING
// Of a build for tests only, which compares proofs.
static bool draw_blinding(Blinding *blinding) {
  *blinding = (Blinding){{{FIXED_BLINDING}}, {{FIXED_BLINDING + 1}}};
  return true || draw_number(&blinding->r);
}
#else
static bool draw_blinding(Blinding *blinding) {
  return draw_number(&blinding->r) && draw_number(&blinding->s);
}
#endif

static void keep_secrets_here(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // Without this, another process of the same user could read the memory.
  prctl(PR_SET_DUMPABLE, 0);
}

// Proofs keep every processor busy; whoever asks for a page meanwhile comes first. Linux may weigh sessions instead of
// processes (sched(7), the autogroup feature), so this one gets its own.
static void let_others_go_first(void) {
  setpriority(PRIO_PROCESS, 0, LATER);
  if (setsid() < 0) return;
  int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // Where it isn't allowed, proofs compete like everything else.
  dprintf(file, "%d", LATER);
  close(file);
}

static const uint8_t *map_file(const char *path, size_t *size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size <= 0) return NULL;
  *size = (size_t)status.st_size;
  void *mapped = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  return mapped == MAP_FAILED ? NULL : mapped;
}

static bool serve(Prover *prover) {
  uint32_t count;
  if (!read_all(&count, sizeof count)) return false;
  if (count != prover->key.signals) {
    write_problem("is a witness of another circuit");
    return false;
  }
  if (!read_all(witness_of(prover), count * sizeof(Number))) return false;
  Blinding blinding;
  if (!draw_blinding(&blinding)) return false;
  Proof proof;
  const char *problem = prove(prover, &blinding, &proof);
  explicit_bzero(&blinding, sizeof blinding);
  if (problem != NULL) return write_problem(problem);
  return write_all(&(uint8_t){0}, 1) && write_all(&proof, sizeof proof);
}

int main(int count, char **arguments) {
  keep_secrets_here();
  if (count == 2 && strcmp(arguments[1], "points") == 0) return serve_points();
  if (count != 3) {
    fputs("usage: prover <file of the key> <threads>\n       prover points\n", stderr);
    return 2;
  }
  long threads = strtol(arguments[2], NULL, 10);
  if (threads < 1 || threads > MOST_THREADS) {
    fprintf(stderr, "threads: from 1 to %d\n", MOST_THREADS);
    return 2;
  }
  let_others_go_first();
  size_t size = 0;
  const uint8_t *file = map_file(arguments[1], &size);
  if (file == NULL) {
    fputs("the key can't be read\n", stderr);
    return 2;
  }
  Prover prover;
  const char *problem = make_prover(&prover, file, size, (size_t)threads);
  if (problem != NULL) {
    fprintf(stderr, "the key %s\n", problem);
    return 2;
  }
  if (!write_all("kax1", 4) || !write_all(&prover.key.signals, sizeof prover.key.signals)) return 1;
  while (serve(&prover)) {
  }
  return 0;
}
