import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Renews a session: the refresh token is used up and a new pair is returned (§7 Auth). */
export const refresh = defineContract({
  name: 'refresh',
  summary: 'Exchange a refresh token for a new pair of tokens',
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  body: z.strictObject({ refresh_token: z.string().check(z.minLength(1), z.maxLength(256)) }),
  response: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    /** Seconds until the access token expires. */
    expires_in: z.number(),
  }),
  errors: ['unauthorized'],
});
