import * as z from 'zod/mini';

/** Bytes in base64url without padding, as WebAuthn's JSON has them. */
export const base64url = z.string().check(z.maxLength(8192), z.regex(/^[\w-]*$/));
