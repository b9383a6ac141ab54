import * as z from 'zod/mini';
import { ACTIVITY_TYPES } from '#domain/activity/activity';
import { ENTRY_ID_MAX_LENGTH } from '#domain/activity/entry-id';
import { RAMP_SIDES, RAMP_STATUSES } from '#domain/ramp/ramp-order';

/** `pending` until the chain can no longer revert it; for a private balance, until it can be spent. */
const ACTIVITY_STATUSES = ['pending', 'success', 'failed'] as const;

/** One movement of one token in one balance, public or private (§3 Activity transaction). */
const activityTransaction = z.object({
  /** The same on every page and after every reload; unique within one user's history. */
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  /** Symbol of the token. */
  token: z.string(),
  tokenId: z.string(),
  decimals: z.number(),
  chainId: z.number(),
  /** Display name of the chain. */
  chain: z.string(),
  status: z.enum(ACTIVITY_STATUSES),
  /** Receiver: 0x or 0zk; null when unknowable. */
  to: z.nullable(z.string()),
  /** Sender: 0x or 0zk; null when unknowable. */
  from: z.nullable(z.string()),
  /**
   * Exact display amount without a sign, as in `4725.5`; what moved, so `0` when it failed. With direction `none` it
   * is what was requested or approved.
   */
  amount: z.string(),
  /** The same in base units, digits only. */
  amountBaseUnits: z.string(),
  /** Whether this balance grew; `none` when nothing moved in it. */
  direction: z.enum(['in', 'out', 'none']),
  /** When it happened, ISO 8601: the block's time, or the time of signing until it is in a block. */
  date: z.string(),
  transactionHash: z.nullable(z.string()),
  /** Page of a public block explorer; null when the network has none. */
  explorerUrl: z.nullable(z.string()),
  /** The operation that caused it; null for what came from outside. */
  operationId: z.nullable(z.string()),
  /** What the sender wrote, for private transfers; null without one. */
  memo: z.nullable(z.string()),
  /**
   * The name with which a user of Kax registered who let the recipient of this private transfer see them; null for
   * any other row.
   */
  fromName: z.nullable(z.string()),
  /** Why it failed, a sentence for the user; null otherwise. */
  failure: z.nullable(z.string()),
  /** While it is pending: how many of how many, as blocks until final; null when nothing is counted. */
  progress: z.nullable(z.object({ done: z.number(), of: z.number() })),
  /** When a private amount can be spent, ISO 8601; null when it already can be, or when that is unknown. */
  spendableAt: z.nullable(z.string()),
  /** The order at the payment partner that it belongs to; null for what is no purchase or sale. */
  ramp: z.nullable(
    z.object({
      orderId: z.string(),
      side: z.enum(RAMP_SIDES),
      status: z.enum(RAMP_STATUSES),
      /** Decimal text in `fiatCurrency`; null while the partner has not reported it. */
      fiatAmount: z.nullable(z.string()),
      fiatCurrency: z.string(),
    }),
  ),
  /** `requestId` of the swap that it is part of; null for any other row. */
  swapId: z.nullable(z.string()),
  /** The network fee that this account paid, base units of the native coin; null when others paid. */
  fee: z.nullable(z.object({ paid: z.string(), symbol: z.string(), decimals: z.number() })),
});

/** One page of a history, newest first (§3 Public activity); the private one has the same shape. */
export const activityPage = z.object({
  data: z.object({
    /** Whose history: the public 0x or the private 0zk address. */
    address: z.string(),
    /** Display name of the coin's chain; null for the whole wallet. */
    chain: z.nullable(z.string()),
    /** Symbol of the coin; null for the whole wallet. */
    token: z.nullable(z.string()),
    transactions: z.array(activityTransaction),
    /** Pass it as `cursor` to get older rows; null at the end. */
    nextCursor: z.nullable(z.string()),
  }),
});

/** `id` is a coin's id as in `polygon-usdc`, `wallet`, or the wallet's own address. */
export const historyParams = z.object({ id: z.string() });

/** Maximum rows of one page. */
export const HISTORY_PAGE_LIMIT = 200;

export const historyQuery = z.object({
  /** `nextCursor` of the previous page. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  /** Rows of a page, 1 to 200; 50 when left out. */
  limit: z.optional(z.string().check(z.maxLength(3))),
  /** Only movements of this type. */
  type: z.optional(z.enum(ACTIVITY_TYPES)),
  /** Only rows of this entry, as `entryIdOf` makes its id. */
  entry: z.optional(z.string().check(z.maxLength(ENTRY_ID_MAX_LENGTH))),
});

export type ActivityTransaction = z.output<typeof activityTransaction>;
