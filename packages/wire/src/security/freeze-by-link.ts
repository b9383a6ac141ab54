import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Freezes an account with the link of an email about its security; the link can do nothing else. */
export const freezeByLink = defineContract({
  name: 'freeze-by-link',
  summary: 'Freeze an account with the link of an email',
  method: 'POST',
  path: '/auth/freeze-by-link',
  access: 'public',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(512)) }),
  response: z.object({ frozenAt: z.string() }),
  errors: ['link-not-valid'],
});
