import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Ends the caller's session; its tokens and its ability to spend end immediately (§7 Auth). */
export const logout = defineContract({
  name: 'logout',
  summary: 'Sign out',
  method: 'GET',
  path: '/auth/logout',
  access: 'session',
  response: z.object({ success: z.boolean() }),
  errors: [],
});
