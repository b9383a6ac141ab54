import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** One signed-in device (§3 Session). */
const userSession = z.object({
  id: z.string(),
  _id: z.string(),
  /** As in `Chrome on Windows`. */
  device: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  /** Every request of it is signed by a key of its device; false when its tokens alone are enough. */
  isDeviceBound: z.boolean(),
  /** Null where the offline database knows nothing of the address. */
  location: z.object({ country: z.nullable(z.string()), city: z.nullable(z.string()) }),
  ipAddress: z.string(),
  lastActiveAt: z.string(),
  createdAt: z.string(),
});

export type UserSession = z.output<typeof userSession>;

/** Lists the caller's sessions, the current one first, then the latest (§7 Auth). */
export const userSessions = defineContract({
  name: 'user-sessions',
  summary: 'List the signed-in devices',
  method: 'GET',
  path: '/auth/user-sessions',
  access: 'session',
  response: z.object({
    sessions: z.array(userSession),
    data: z.object({ sessions: z.array(userSession) }),
  }),
  errors: [],
});
