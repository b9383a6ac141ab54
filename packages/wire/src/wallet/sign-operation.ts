import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { internalTransfer } from './internal-transfer.ts';
import { sendTokens } from './send-tokens.ts';
import { shield } from './shield.ts';
import { unshield } from './unshield.ts';

const MOST_SIGNATURES = 64;
const signature = z.string().check(z.regex(/^0x(?:[0-9a-f]{130}|[0-9a-f]{192})$/));

/**
 * Takes what an owner signed of an operation that waits for it, and sends it. It responds as the call does that the
 * operation began with. The same signatures again get the same response.
 */
export const signOperation = defineContract({
  name: 'sign-operation',
  summary: 'Sign an operation that waits for its owner',
  method: 'POST',
  path: '/wallet/operations/{id}/signatures',
  access: 'session',
  canRespondAsync: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    planId: z.string().check(z.maxLength(64)),
    /**
     * In the order of the plan: of a public one for each nonce its rungs, cheapest first, then its cancellation, 65
     * bytes each; of a private one for each part, 96 bytes.
     */
    signatures: z.array(signature).check(z.minLength(1), z.maxLength(MOST_SIGNATURES)),
  }),
  response: z.union([
    sendTokens.response,
    shield.response,
    internalTransfer.response,
    unshield.response,
  ]),
  errors: [
    ...new Set([
      ...sendTokens.errors,
      ...shield.errors,
      ...internalTransfer.errors,
      ...unshield.errors,
    ]),
    'unknown-operation',
    'plan-expired',
    'plan-changed',
    'signature-not-valid',
  ],
});
