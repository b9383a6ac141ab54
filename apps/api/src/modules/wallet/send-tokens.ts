import { transactionHash } from '#domain/operation/outcome';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { AdmittedPayment, PaymentGate } from '../../application/admit-payment.ts';
import type { Handler, Refusal } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import {
  createSubmitOperation,
  type Submission,
  type SubmitOutcome,
  type SubmitPorts,
} from '../../operations/submit-operation.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import { operationView } from './payments/operation-view.ts';
import { type Payment, type PaymentRules, parsePayment } from './payments/parse-payment.ts';
import { preparePayment } from './payments/prepare-payment.ts';

export interface SendTokensPorts extends PaymentRules, SubmitPorts {
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  readonly gate: Pick<PaymentGate, 'admit'>;
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
  return async ({ body, session, idempotencyKey, client }) => {
    const parsed = parsePayment(body, session.publicAddress, ports);
    if (!parsed.ok) return parsed.refusal;
    const { payment } = parsed;
    const admitted: AdmittedPayment[] = [];
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey,
        fingerprint: payment.fingerprint,
        withSigner: vaultSigner(ports, session),
        publishedBy: 'request',
        ...soughtPayment(ports, payment, session.userId),
      },
      async () => {
        const preparation = await preparePayment(ports, payment);
        if (!preparation.ok) return preparation;
        const leaving = { kind: 'send', chainId: payment.network.chainId, ...payment } as const;
        const admission = await ports.gate.admit({ session, client, idempotencyKey }, leaving);
        if ('refused' in admission) return { ok: false, refusal: admission };
        admitted.push(admission);
        return preparation;
      },
    );
    if (NOTHING_STORED.includes(outcome.kind)) {
      for (const each of admitted) await each.giveBack();
    }
    return responseOf(ports, outcome);
  };
}

/** Of anything else, it is stored or may be. */
const NOTHING_STORED: readonly SubmitOutcome<Refusal>['kind'][] = [
  'insufficient-funds',
  'fee-above-cap',
  'frozen',
  'locked',
];

/** The call of a payment says all of it. */
function soughtPayment(
  { chains }: Pick<SendTokensPorts, 'chains'>,
  { network: { chainId }, token, feeToken, sender: account, recipient, amount }: Payment,
  userId: string,
): Pick<Submission, 'account' | 'sought'> {
  return {
    account: { chainId, account, userId },
    async sought() {
      const call = chains.get(chainId)?.transferCall({ token, to: recipient, amount });
      if (call === undefined) throw new Error(`There is no chain ${chainId}.`);
      return {
        details: {
          ...{ kind: 'send', chainId, account, recipient, pool: null, amount },
          ...{ tokenId: token.id, feeTokenId: feeToken.id },
        },
        pattern: { to: call.to, value: call.value, dataLike: call.data },
      };
    },
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
