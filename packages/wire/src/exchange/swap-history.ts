import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapView } from './swap-view.ts';

/** The person's swaps, newest first (§7 Exchange aggregator). */
export const swapHistory = defineContract({
  name: 'swap-history',
  summary: 'Past and present swaps',
  method: 'GET',
  path: '/rango/history',
  access: 'session',
  query: z.strictObject({
    /** The last entry of the page before; the newest entries when left out. */
    before: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({
    data: z.array(swapView),
    /** What `before` is for the next page; null when this is the last. */
    next: z.nullable(z.string()),
  }),
  errors: [],
});
