// Memory for secrets.
#ifndef KAX_SECRETS_H
#define KAX_SECRETS_H

#include <stddef.h>

// Neither swapped out, as far as that is allowed, nor in core dumps. Returns null where there is too little of it. Who
// uses it wipes it.
void *map_secrets(size_t size);

#endif
