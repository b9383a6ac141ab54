// The standard input and output, by whole records.
#ifndef KAX_STREAMS_H
#define KAX_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

// False where the input ends before, or the output can't be written to.
bool read_all(void *to, size_t size);
bool write_all(const void *from, size_t size);

#endif
