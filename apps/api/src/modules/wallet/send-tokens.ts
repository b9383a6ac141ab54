import { transactionHash } from '#domain/operation/operation';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { Handler, Refusal } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import {
  createSubmitOperation,
  type SubmitOutcome,
  type SubmitPorts,
} from '../../operations/submit-operation.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import { operationView } from './payments/operation-view.ts';
import { type PaymentRules, parsePayment } from './payments/parse-payment.ts';
import { preparePayment } from './payments/prepare-payment.ts';

export interface SendTokensPorts extends PaymentRules, SubmitPorts {
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
}

/**
 * Sends a token or the native coin.
 * The payment is stored with its nonce and its signatures before anything leaves the server, and one
 * idempotency key is one payment, permanently.
 */
export function createSendTokens(ports: SendTokensPorts): Handler<typeof sendTokens> {
  const submit = createSubmitOperation<Refusal>(ports);
  return async ({ body, session, idempotencyKey }) => {
    const parsed = parsePayment(body, session.publicAddress, ports);
    if (!parsed.ok) return parsed.refusal;
    const { payment } = parsed;
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey,
        fingerprint: payment.fingerprint,
        withSigner: vaultSigner(ports, session),
        publishedBy: 'request',
      },
      () => preparePayment(ports, payment),
    );
    return responseOf(ports, outcome);
  };
}

function responseOf(
  { networks }: SendTokensPorts,
  outcome: SubmitOutcome<Refusal>,
): ResponseOf<typeof sendTokens> | Refusal {
  if (!('operation' in outcome)) return refuseSubmission(outcome);
  const { operation } = outcome;
  const hash = transactionHash(operation);
  return {
    transaction: { hash },
    transactionHash: hash,
    hash,
    data: { transactionHash: hash, hash },
    operation: operationView({ operation, heads: null, progress: null }, networks),
  };
}
