import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Addresses that the user paid, most recently paid first: what isn't known to have moved nothing counts. */
export const paidRecipients = defineContract({
  name: 'paid-recipients',
  summary: 'Addresses that the user paid, most recently paid first',
  method: 'GET',
  path: '/wallet/recipients',
  access: 'session',
  response: z.object({
    data: z.array(
      z.object({
        /** 0x in EIP-55 form, or 0zk. */
        address: z.string(),
        payments: z.number(),
        /** When the last one was requested, ISO 8601. */
        lastPaidAt: z.string(),
      }),
    ),
  }),
  errors: [],
});
