import * as z from 'zod/mini';
import { bytes, hash, quantity } from './rpc-values.ts';

/** 20 bytes, read in lower case. */
const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  z.transform((text) => text.toLowerCase()),
);

const header = {
  number: quantity,
  hash,
  parentHash: hash,
  timestamp: quantity,
};

/** The parts of a block's header that are used. */
export const blockHeader = z.object(header);

/** A block with its transactions. */
export const fullBlock = z.object({
  ...header,
  transactions: z.array(
    z.object({
      hash,
      from: address,
      /** Null when it creates a contract. */
      to: z.nullish(address),
      value: quantity,
      input: bytes,
    }),
  ),
});

/** An event of a token. */
export const tokenLog = z.object({
  address,
  blockHash: hash,
  blockNumber: quantity,
  transactionHash: hash,
  transactionIndex: quantity,
  logIndex: quantity,
  topics: z.array(hash),
  data: bytes,
});

/** The outcome of a transaction. */
export const blockReceipt = z.object({
  blockHash: hash,
  transactionHash: hash,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
});

/** A call inside a transaction, as geth's `callTracer` reports it. */
export interface CallFrame {
  readonly type: string;
  readonly from: string;
  readonly to?: string | null | undefined;
  readonly value?: bigint | null | undefined;
  readonly error?: string | null | undefined;
  readonly calls?: readonly CallFrame[] | null | undefined;
}

const callFrame: z.ZodMiniType<CallFrame> = z.object({
  type: z.string(),
  from: address,
  to: z.nullish(address),
  value: z.nullish(quantity),
  error: z.nullish(z.string()),
  get calls() {
    return z.nullish(z.array(callFrame));
  },
});

/** The traces of a block, in the order of its transactions. */
export const blockTraces = z.array(z.object({ result: callFrame }));

export type FullBlock = z.output<typeof fullBlock>;
export type TokenLog = z.output<typeof tokenLog>;
export type BlockReceipt = z.output<typeof blockReceipt>;
