import * as z from 'zod/mini';
import { RAMP_SIDES } from '#domain/ramp/ramp-order';
import { defineContract } from '../contract.ts';
import { rampOrder } from './order.ts';

/** The user's last fifty purchases or sales, newest first. */
export const rampOrders = defineContract({
  name: 'ramp-orders',
  summary: 'List purchases or sales',
  method: 'GET',
  path: '/ramp/orders',
  access: 'session',
  query: z.object({ side: z.optional(z.enum(RAMP_SIDES)) }),
  response: z.object({ data: z.array(rampOrder) }),
  errors: [],
});
