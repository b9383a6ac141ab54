import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** The current cost of a payment, the maximum that can be sent, and checks of the recipient. Nothing is stored. */
export const quoteSend = defineContract({
  name: 'quote-send',
  summary: 'Live fee, the most that can be sent, and checks of the recipient',
  method: 'POST',
  path: '/wallet/public/quote-send',
  access: 'session',
  body: z.strictObject({
    tokenId: z.string().check(z.minLength(1), z.maxLength(128)),
    /** Base units, digits only; left out while nothing is entered. */
    amount: z.optional(z.string().check(z.maxLength(128))),
    recipientAddress: z.optional(z.string().check(z.maxLength(256))),
  }),
  response: z.object({
    data: z.object({
      /** The expected network fee, base units of the native coin, digits only. */
      fee: z.string(),
      /** The highest network fee if fees rise while it waits; the account needs this much. Same unit. */
      feeCeiling: z.string(),
      feeSymbol: z.string(),
      feeDecimals: z.number(),
      /** The fee in US dollars; null when the price is unknown. */
      feeUsd: z.nullable(z.number()),
      /**
       * The maximum that can be sent: the available balance; for the native coin minus the fee ceiling and a quarter
       * more, so that it is still enough when fees rise before it is confirmed. Base units.
       */
      maxAmount: z.string(),
      recipient: z.nullable(
        z.object({
          /** EIP-55 form. */
          address: z.string(),
          isContract: z.boolean(),
          /** True when this wallet has never sent to it. */
          isFirstTime: z.boolean(),
          /** An address this wallet has sent to whose ends look the same; null when there is none. */
          lookAlike: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  errors: [
    'unknown-token',
    'amount-not-valid',
    'recipient-not-valid',
    'recipient-checksum',
    'recipient-is-sender',
    'recipient-is-zero',
    'recipient-is-token',
    'recipient-is-private',
    'chain-unavailable',
    'transaction-would-fail',
  ],
});
