#include "groups.h"

static const Number ONE = {{0xd35d438dc58f0d9dull, 0x0a78eb28f5c70b3dull, 0x666ea36f7879462cull, 0x0e0a77c19a07df2full}};

#define GROUP g1
#define ELEMENT Number
#define NOTHING ZERO
#define UNIT ONE
#define ADD(a, b) field_add(&(a), &(b), &FQ)
#define SUB(a, b) field_subtract(&(a), &(b), &FQ)
#define MUL(a, b) field_multiply(&(a), &(b), &FQ)
#define DOUBLE(a) ADD(a, a)
#define INVERT(a) field_invert(&(a), &FQ)
#define IS_ZERO(a) is_zero(&(a))
#define IS_EQUAL(a, b) is_equal(&(a), &(b))

#include "group.inc"
