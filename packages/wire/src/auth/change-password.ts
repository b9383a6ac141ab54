import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { newPassword, password } from './fields.ts';

/** Changes the password of the signed-in user; every other session ends (§7 Auth). */
export const changePassword = defineContract({
  name: 'change-password',
  summary: 'Change the password; other sessions end',
  method: 'POST',
  path: '/auth/change-password',
  access: 'session',
  body: z.strictObject({ currentPassword: password, newPassword }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['password-wrong', 'password-not-allowed', 'password-unchanged', 'busy'],
});
