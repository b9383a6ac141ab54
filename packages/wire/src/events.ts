import * as z from 'zod/mini';
import { OPERATION_STATUSES } from '#domain/operation/operation';
import { defineContract } from './contract.ts';

/** Something that the server knows and a page may want to read again. An event says what, the calls say how much. */
export const serverEvent = z.union([
  /** The first of every connection, and whenever something may have been missed: read all again. */
  z.object({ type: z.enum(['resync']) }),
  /** Public balances on a chain. */
  z.object({ type: z.enum(['coins-changed']), chainId: z.number() }),
  /** Rows of the public history, or how far from final they are. */
  z.object({ type: z.enum(['history-changed']), chainId: z.number() }),
  z.object({
    type: z.enum(['operation-progressed']),
    operationId: z.string(),
    chainId: z.number(),
    status: z.enum(OPERATION_STATUSES),
  }),
  /** Somebody outside paid this wallet. */
  z.object({
    type: z.enum(['deposit-detected']),
    chainId: z.number(),
    tokenId: z.string(),
    /** Base units, digits only. */
    amount: z.string(),
    transactionHash: z.nullable(z.string()),
  }),
  /** The session of this connection was ended elsewhere. */
  z.object({ type: z.enum(['session-ended']) }),
]);

export type ServerEvent = z.output<typeof serverEvent>;

/** A line of server-sent events that stays open: `data:` is one event as JSON, a comment comes when nothing does. */
export const events = defineContract({
  name: 'events',
  summary: 'What changes, as server-sent events',
  method: 'GET',
  path: '/events',
  access: 'session',
  response: serverEvent,
  isStream: true,
  errors: [],
});
