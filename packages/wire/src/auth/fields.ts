import * as z from 'zod/mini';

/** What people type on the way in, as far as its form alone can be judged. */
export const email = z.string().check(z.minLength(3), z.maxLength(254));
export const phone = z.string().check(z.minLength(4), z.maxLength(32));
/** A password that exists already. The rules for new ones may have been others when it was made. */
export const password = z.string().check(z.minLength(1), z.maxLength(1024));
/** A new password; its rules have sentences of their own and are checked by the handler (§5). */
export const newPassword = z.string().check(z.maxLength(1024));
export const userName = z.string().check(z.minLength(1), z.maxLength(100));
/** Blanks around a code are forgiven, and so are blanks inside of what a mail program copied. */
export const code = z.string().check(z.minLength(1), z.maxLength(32));
