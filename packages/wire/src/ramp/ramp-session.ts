import * as z from 'zod/mini';
import { RAMP_SIDES } from '#domain/ramp/ramp-order';
import { defineContract } from '../contract.ts';

/**
 * Opens one page of the payment partner. The server sets who it is for: no one can choose another address or email.
 */
export const rampSession = defineContract({
  name: 'ramp-session',
  summary: "Open the payment partner's page",
  method: 'POST',
  path: '/ramp/session',
  access: 'session',
  body: z.strictObject({ side: z.enum(RAMP_SIDES) }),
  response: z.object({
    data: z.object({
      /** Opens once, within five minutes. */
      widgetUrl: z.string(),
    }),
  }),
  errors: ['ramp-unavailable', 'ramp-not-set-up'],
});
