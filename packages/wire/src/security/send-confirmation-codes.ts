import * as z from 'zod/mini';
import { codesSent } from '../auth/codes-sent.ts';
import { defineContract } from '../contract.ts';

/** Sends a signed-in user both codes, to confirm one purpose with them. */
export const sendConfirmationCodes = defineContract({
  name: 'send-confirmation-codes',
  summary: 'Send both codes to a signed-in user',
  method: 'POST',
  path: '/auth/send-confirmation-codes',
  access: 'session',
  body: z.strictObject({ purpose: z.enum(['unfreeze', 'lost-factors']) }),
  response: codesSent,
  errors: [],
});
