import * as z from 'zod/mini';
import { OUTPUT_TYPES } from '#domain/swap/swap';

// What is read of Rango's responses. Fields that are not used may change freely.

const asset = z.object({
  blockchain: z.string(),
  address: z.nullable(z.string()),
  symbol: z.string(),
});

/** `GET /meta/compact`: short keys, for a list of tens of thousands of tokens. */
export const listing = z.object({
  blockchains: z.array(
    z.object({
      name: z.string(),
      displayName: z.string(),
      type: z.string(),
      enabled: z.boolean(),
      chainId: z.nullish(z.string()),
    }),
  ),
  tokens: z.array(
    z.object({ b: z.string(), a: z.nullish(z.string()), s: z.string(), p: z.nullish(z.number()) }),
  ),
});

const swapAsset = z.extend(asset, {
  decimals: z.number(),
  usdPrice: z.nullish(z.number()),
});

const hop = z.object({
  swapperId: z.string(),
  swapperLogo: z.nullish(z.string()),
  swapperType: z.string(),
  from: swapAsset,
  to: swapAsset,
  fromAmount: z.string(),
  toAmount: z.string(),
});

const step = z.extend(hop, {
  fee: z.array(
    z.object({
      name: z.string(),
      expenseType: z.string(),
      asset,
      amount: z.string(),
      price: z.nullish(z.number()),
    }),
  ),
  estimatedTimeInSeconds: z.number(),
  timeStat: z.nullish(z.object({ min: z.number(), avg: z.number(), max: z.number() })),
  fromAmountMinValue: z.nullish(z.string()),
  fromAmountMaxValue: z.nullish(z.string()),
  internalSwaps: z.nullish(z.array(hop)),
});

const problem = {
  error: z.nullish(z.string()),
  errorCode: z.nullish(z.union([z.number(), z.string()])),
};

export const bests = z.object({
  ...problem,
  results: z._default(
    z.array(
      z.object({
        requestId: z.string(),
        outputAmount: z.string(),
        resultType: z.string(),
        swaps: z.array(step),
        tags: z._default(z.array(z.object({ label: z.string(), value: z.string() })), []),
      }),
    ),
    [],
  ),
  diagnosisMessages: z.nullish(z.array(z.string())),
});

export const confirmed = z.object({
  ...problem,
  ok: z._default(z.boolean(), false),
  result: z.nullish(
    z.object({
      result: z.nullish(
        z.object({ outputAmount: z.string(), resultType: z.string(), swaps: z.array(step) }),
      ),
    }),
  ),
});

const hex = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/));
const quantity = z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/));

export const created = z.object({
  ...problem,
  ok: z._default(z.boolean(), false),
  transaction: z.nullish(
    z.object({
      type: z.literal('EVM'),
      blockChain: z.string(),
      isApprovalTx: z.boolean(),
      from: z.nullish(z.string()),
      to: z.string(),
      data: z.nullish(hex),
      value: z.nullish(quantity),
    }),
  ),
});

export const status = z.object({
  ...problem,
  status: z.nullish(z.enum(['running', 'success', 'failed'])),
  extraMessage: z.nullish(z.string()),
  outputAmount: z.nullish(z.string()),
  outputToken: z.nullish(z.object({ blockchain: z.string(), symbol: z.string() })),
  outputType: z.nullish(z.enum(OUTPUT_TYPES)),
  bridgeExtra: z.nullish(z.object({ destTx: z.nullish(z.string()) })),
});

export type RangoStep = z.output<typeof step>;
export type RangoHop = z.output<typeof hop>;
