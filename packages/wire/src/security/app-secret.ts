import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Begins an authenticator app: a new secret for it. Nothing is stored. */
export const appSecret = defineContract({
  name: 'app-secret',
  summary: 'Begin an authenticator app',
  method: 'POST',
  path: '/auth/authenticator-app/secret',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({
    /** Base32, for typing in. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
    /** Returns with the first code, within 10 minutes. */
    token: z.string(),
  }),
  errors: ['held-after-reset', 'held-new-device'],
});
