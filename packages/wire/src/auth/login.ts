import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { email, password, phone } from './fields.ts';
import { user } from './user.ts';

/** A session as sign-in and verification return it, with both field names that the web client may read. */
export const signedIn = z.object({
  user,
  access_token: z.string(),
  refresh_token: z.string(),
  token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.number(),
  data: z.object({
    user,
    token: z.string(),
    access_token: z.string(),
    refresh_token: z.string(),
  }),
});

/** Signs in by email or by phone (§7 Auth). */
export const login = defineContract({
  name: 'login',
  summary: 'Sign in by email or phone',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.union([z.strictObject({ email, password }), z.strictObject({ phone, password })]),
  response: signedIn,
  errors: ['wrong-credentials', 'work-needed', 'busy'],
});
