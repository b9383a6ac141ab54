import * as z from 'zod/mini';

/** The fields of the sign-in pages, as far as their format alone can be checked. */
export const email = z.string().check(z.minLength(3), z.maxLength(254));
export const phone = z.string().check(z.minLength(4), z.maxLength(32));
/** An existing password. The rules for new ones may have been different when it was set. */
export const password = z.string().check(z.minLength(1), z.maxLength(1024));
/** A new password; its rules have their own sentences and are checked by the handler (§5). */
export const newPassword = z.string().check(z.maxLength(1024));
export const userName = z.string().check(z.minLength(1), z.maxLength(100));
/** Spaces around a code are ignored, and so are spaces inside of a code copied from an email. */
export const code = z.string().check(z.minLength(1), z.maxLength(32));
