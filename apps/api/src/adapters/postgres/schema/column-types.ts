import { bigint, customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Sealed or hashed content. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An amount in base units. */
export function units<Name extends string>(name: Name) {
  return numeric(name, { precision: 78, scale: 0 });
}

/** A time, to the millisecond as JavaScript has it. */
export function instant<Name extends string>(name: Name) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}

/** The number of a block. */
export function height<Name extends string>(name: Name) {
  return bigint(name, { mode: 'bigint' });
}
