import * as z from 'zod/mini';
import { OPERATION_KINDS, OPERATION_STATUSES } from '#domain/operation/operation';
import { OPERATION_STEP_NAMES } from '#domain/operation/steps';
import { defineContract } from '../contract.ts';

/** One step of an operation as the live step list draws it. */
const operationStep = z.object({
  name: z.enum(OPERATION_STEP_NAMES),
  state: z.enum(['done', 'now', 'to-come', 'failed']),
  /** When the step was done, ISO 8601. */
  at: z.nullable(z.string()),
  /** For the current step: how many of how many, as blocks until final, or percent of a proof of 100. */
  progress: z.nullable(z.object({ done: z.number(), of: z.number() })),
});

export const operationView = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  /** `awaiting_signature`: its owner has yet to sign its plan. */
  status: z.enum([...OPERATION_STATUSES, 'awaiting_signature']),
  tokenId: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  chainId: z.number(),
  /** Display name of the chain. */
  chain: z.string(),
  /** Base units, digits only. */
  amount: z.string(),
  /** The paying account: a 0x address, or a 0zk one for the private balance. */
  from: z.string(),
  /** A 0x or a 0zk address. */
  to: z.string(),
  /** The hash of its transaction; null before it is signed. */
  transactionHash: z.nullable(z.string()),
  /** Page of a public block explorer; null when the network has none. */
  explorerUrl: z.nullable(z.string()),
  /** Network fee in base units of the native coin: the estimate, and what was paid once it is mined. */
  fee: z.object({
    estimated: z.nullable(z.string()),
    paid: z.nullable(z.string()),
    symbol: z.string(),
    decimals: z.number(),
  }),
  /** The pool's fee, base units of the token; null when the pool has no part in it. */
  poolFee: z.nullable(z.string()),
  /** The broadcaster's fee, paid from the private balance, base units of the token; null when there is none. */
  broadcasterFee: z.nullable(z.string()),
  /** What arrives, or arrived once it is mined, base units of the token. */
  received: z.string(),
  /**
   * What reached the recipient of a mined payment, as the token recorded it, base units; null where the network's
   * success alone decides. Less than the amount when the token kept a part; 0 when it recorded no transfer.
   */
  arrived: z.nullable(z.string()),
  /** While it waits for its proof: how many are in front of it; null otherwise. */
  queuePlace: z.nullable(z.number()),
  /** For one that is sent later: its time window, ISO 8601; null for all others. */
  sendWindow: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** True while the user may cancel it: nothing was sent, or the network has not confirmed it. */
  isCancellable: z.boolean(),
  /** True from the request to cancel it until the network has confirmed one or the other. */
  isCancelling: z.boolean(),
  /** True when it was cancelled, by the user or because it expired: nothing went wrong. */
  isCancelled: z.boolean(),
  /** True when only part of a private payment arrived: `failure` says what to do, `transactionHash` names the part. */
  isPaidInPart: z.boolean(),
  /** True when the user requested to cancel it and the network confirmed it all the same. */
  isCancelledTooLate: z.boolean(),
  /** True while a higher network fee is left that the user may offer now. */
  canSpeedUp: z.boolean(),
  /** Why it ended without moving all of its money; null otherwise. A sentence for the user. */
  failure: z.nullable(z.string()),
  steps: z.array(operationStep),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type OperationView = z.output<typeof operationView>;

/** One operation of the user, with its steps. */
export const operation = defineContract({
  name: 'operation',
  summary: 'One operation and its progress',
  method: 'GET',
  path: '/wallet/operations/{id}',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({ data: operationView }),
  errors: ['unknown-operation'],
});
