#include "streams.h"

#include <stdint.h>
#include <unistd.h>

bool read_all(void *to, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = read(STDIN_FILENO, (uint8_t *)to + done, size - done);
    if (got <= 0) return false;
    done += (size_t)got;
  }
  return true;
}

bool write_all(const void *from, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t put = write(STDOUT_FILENO, (const uint8_t *)from + done, size - done);
    if (put <= 0) return false;
    done += (size_t)put;
  }
  return true;
}
