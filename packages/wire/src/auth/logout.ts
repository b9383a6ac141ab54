import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Ends the session of the bearer; its tokens and its power to spend are gone at once (§7 Auth). */
export const logout = defineContract({
  name: 'logout',
  summary: 'Sign out',
  method: 'GET',
  path: '/auth/logout',
  access: 'session',
  response: z.object({ success: z.boolean() }),
  errors: [],
});
