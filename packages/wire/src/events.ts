import * as z from 'zod/mini';
import { OPERATION_STATUSES } from '#domain/operation/operation';
import { defineContract } from './contract.ts';

/** Something that changed and that a page may want to read again. An event says what, the calls return the values. */
export const serverEvent = z.union([
  /** Sent first on every connection, and whenever something may have been missed: read everything again. */
  z.object({ type: z.enum(['resync']) }),
  /** Public balances on a chain. */
  z.object({ type: z.enum(['coins-changed']), chainId: z.number() }),
  /** Rows of the public history, or their progress to final. */
  z.object({ type: z.enum(['history-changed']), chainId: z.number() }),
  z.object({
    type: z.enum(['operation-progressed']),
    operationId: z.string(),
    chainId: z.number(),
    status: z.enum(OPERATION_STATUSES),
  }),
  /** Someone outside paid this wallet. */
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

/** A stream of server-sent events that stays open: `data:` is one event as JSON; a comment keeps it alive. */
export const events = defineContract({
  name: 'events',
  summary: 'Changes, as server-sent events',
  method: 'GET',
  path: '/events',
  access: 'session',
  response: serverEvent,
  isStream: true,
  errors: [],
});
