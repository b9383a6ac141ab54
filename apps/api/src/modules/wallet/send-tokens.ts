import { parseOwnNote } from '#domain/note/own-note';
import { transactionHash } from '#domain/operation/outcome';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { AdmittedPayment, PaymentGate } from '../../application/admit-payment.ts';
import { type Handler, type Refusal, refuse } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import {
  createSubmitOperation,
  type SubmitOutcome,
  type SubmitPorts,
} from '../../operations/submit-operation.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { KeepOwnNote } from './notes/keep-own-note.ts';
import {
  fingerprintOf,
  type PaidRequest,
  type PaidRequestPorts,
  readPaidRequest,
  refuseDiffering,
  refuseOverNow,
} from './payment-requests/paid-request.ts';
import { checkPayment } from './payments/check-payment.ts';
import { isNothingStored } from './payments/nothing-stored.ts';
import { operationView } from './payments/operation-view.ts';
import { type Payment, type PaymentRules, parsePayment } from './payments/parse-payment.ts';
import { preparePayment } from './payments/prepare-payment.ts';
import { soughtPayment } from './payments/sought-payment.ts';

export interface SendTokensPorts extends PaymentRules, SubmitPorts, PaidRequestPorts {
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  readonly gate: Pick<PaymentGate, 'admit'>;
  readonly keepOwnNote: KeepOwnNote;
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
    const ownNote = parseOwnNote(body.ownNote ?? '');
    if (!ownNote.ok) return refuse('note-not-valid');
    const paid = readPaidRequest(ports, body.paymentRequest);
    if (!paid.ok) return paid.refusal;
    const { payment } = parsed;
    const admitted: AdmittedPayment[] = [];
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey,
        fingerprint: payment.fingerprint + fingerprintOf(paid.value),
        withSigner: vaultSigner(ports, session, (plan) => checkPayment(plan, payment)),
        publishedBy: 'request',
        ...(paid.value && { paymentRequest: paid.value.tag }),
        ...soughtPayment(ports, payment, session.userId),
      },
      async () => {
        // Not before: a payment that was made counts, whatever became of the request since.
        const refusal =
          paid.value && (await refuseOther(ports, session.userId, { payment, paid: paid.value }));
        if (refusal !== null) return { ok: false, refusal };
        const preparation = await preparePayment(ports, payment);
        if (!preparation.ok) return preparation;
        const leaving = { kind: 'send', chainId: payment.network.chainId, ...payment } as const;
        const admission = await ports.gate.admit({ session, client, idempotencyKey }, leaving);
        if ('refused' in admission) return { ok: false, refusal: admission };
        admitted.push(admission);
        return preparation;
      },
    );
    if (isNothingStored(outcome)) {
      for (const each of admitted) await each.giveBack();
    }
    if ('operation' in outcome) {
      await ports.keepOwnNote(session, { operationId: outcome.operation.id, text: ownNote.text });
    }
    if (outcome.kind === 'request-over' && paid.value !== null)
      return refuseOverNow(ports, paid.value);
    return responseOf(ports, outcome);
  };
}

/** Nothing is kept of what is sent from a public balance. */
function refuseOther(
  ports: PaidRequestPorts,
  userId: string,
  { payment, paid }: { readonly payment: Payment; readonly paid: PaidRequest },
): Promise<Refusal | null> {
  const { token, recipient, amount } = payment;
  const part = { kind: 'send', tokenId: token.id, recipient, amount, feeBps: 0n } as const;
  return refuseDiffering(ports, paid, { ...part, userId });
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
