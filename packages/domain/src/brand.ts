declare const brand: unique symbol;

/** A string or bigint that must not be mixed with others of its shape. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
