import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapToken } from './swap-blockchains.ts';

/** A page of the tokens of a chain, found by the beginning of their symbol. */
export const swapTokens = defineContract({
  name: 'swap-tokens',
  summary: 'Tokens of a chain that can be swapped, by the beginning of their symbol',
  method: 'GET',
  path: '/rango/tokens',
  access: 'session',
  query: z.strictObject({
    blockchain: z.string().check(z.minLength(1), z.maxLength(64)),
    prefix: z._default(z.string().check(z.maxLength(64)), ''),
    /** Where the page begins, as returned by the previous page. */
    cursor: z._default(z.string().check(z.regex(/^\d{1,7}$/)), '0'),
    limit: z._default(z.string().check(z.regex(/^(?:[1-9]|[1-9]\d|100)$/)), '50'),
  }),
  response: z.object({
    data: z.array(swapToken),
    /** Where the next page begins; null when this is the last. */
    next: z.nullable(z.string()),
  }),
  errors: ['exchange-unavailable', 'unknown-blockchain'],
});
