import * as z from 'zod/mini';

/** The session that ended. */
export const sessionEnded = z.object({ success: z.boolean(), sessionId: z.string() });

/** The public id of a session, from which no token can be derived. */
export const sessionIdParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
