#define _GNU_SOURCE
#include "serve_points.h"

#include <stdio.h>
#include <string.h>

#include "edwards.h"
#include "secrets.h"
#include "streams.h"

#define MOST_POINTS 65536

typedef struct {
  uint8_t scalar[SCALAR_SIZE];
  uint8_t products[MOST_POINTS][POINT_SIZE];
} Secrets;

static uint8_t points[MOST_POINTS][POINT_SIZE], is_point[MOST_POINTS];

static bool serve(Secrets *secrets, size_t count) {
  size_t size = count * POINT_SIZE;
  bool is_served = false;
  if (read_all(secrets->scalar, SCALAR_SIZE) && read_all(points, size)) {
    multiply_points(secrets->scalar, (const uint8_t (*)[POINT_SIZE])points, count, secrets->products, is_point);
    is_served = write_all(is_point, count) && write_all(secrets->products, size);
  }
  explicit_bzero(secrets->scalar, SCALAR_SIZE);
  explicit_bzero(secrets->products, size);
  return is_served;
}

int serve_points(void) {
  Secrets *secrets = map_secrets(sizeof *secrets);
  if (secrets == NULL) {
    fputs("the points need more memory\n", stderr);
    return 2;
  }
  if (!write_all("kax1", 4)) return 1;
  for (uint32_t count; read_all(&count, sizeof count);) {
    if (count < 1 || count > MOST_POINTS) {
      fprintf(stderr, "points: from 1 to %d\n", MOST_POINTS);
      return 2;
    }
    if (!serve(secrets, count)) break;
  }
  return 0;
}
