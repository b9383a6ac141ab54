import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapView } from './swap-view.ts';

/** The user's swaps, newest first (§7 Exchange aggregator). */
export const swapHistory = defineContract({
  name: 'swap-history',
  summary: 'Past and present swaps',
  method: 'GET',
  path: '/rango/history',
  access: 'session',
  query: z.strictObject({
    /** The last entry of the previous page; the newest entries when left out. */
    before: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({
    data: z.array(swapView),
    /** The `before` of the next page; null when this is the last. */
    next: z.nullable(z.string()),
  }),
  errors: [],
});
