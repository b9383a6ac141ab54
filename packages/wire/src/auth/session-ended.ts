import * as z from 'zod/mini';

/** Which session is over. */
export const sessionEnded = z.object({ success: z.boolean(), sessionId: z.string() });

/** The public id of a session, which no token can be told from. */
export const sessionIdParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
