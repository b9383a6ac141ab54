import { parseOwnNote } from '#domain/note/own-note';
import { transactionHash } from '#domain/operation/outcome';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { AdmittedPayment, PaymentGate } from '../../application/admit-payment.ts';
import { type Refusal, refuse } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import type { Preparation, SubmitPorts } from '../../operations/submission.ts';
import type { SubmitOutcome } from '../../operations/submit-operation.ts';
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
import { operationView } from './payments/operation-view.ts';
import { type Payment, type PaymentRules, parsePayment } from './payments/parse-payment.ts';
import { preparePayment } from './payments/prepare-payment.ts';
import { soughtPayment } from './payments/sought-payment.ts';
import type { SignableHandler } from './signing/signable-call.ts';
import { createSubmitOrOffer, type SubmitOrOfferPorts } from './signing/submit-or-offer.ts';

export interface SendTokensPorts
  extends PaymentRules,
    SubmitPorts,
    PaidRequestPorts,
    SubmitOrOfferPorts {
  readonly vault: Pick<KeyVault, 'withPublicSigner' | 'withOwnSeals'>;
  readonly gate: Pick<PaymentGate, 'admit' | 'giveBack'>;
  readonly keepOwnNote: KeepOwnNote;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
}

/**
 * Sends a token or the native coin.
 * The payment is stored with its nonce and its signatures before anything leaves the server, and one
 * idempotency key is one payment, permanently. Where the user alone has the keys, it waits for their signatures first.
 */
export function createSendTokens(ports: SendTokensPorts): SignableHandler<typeof sendTokens> {
  const submitOrOffer = createSubmitOrOffer(ports);
  return async (call, signed) => {
    const { body, session, idempotencyKey, client } = call;
    const parsed = parsePayment(body, session.publicAddress, ports);
    if (!parsed.ok) return parsed.refusal;
    const ownNote = parseOwnNote(body.ownNote ?? '');
    if (!ownNote.ok) return refuse('note-not-valid');
    const paid = readPaidRequest(ports, body.paymentRequest);
    if (!paid.ok) return paid.refusal;
    const { payment } = parsed;
    const admitted: AdmittedPayment[] = [];
    const requested = {
      userId: session.userId,
      idempotencyKey,
      fingerprint: payment.fingerprint + fingerprintOf(paid.value),
      ...(paid.value && { paymentRequest: paid.value.tag }),
      ...soughtPayment(ports, payment, session.userId),
    };
    const prepare = async (): Promise<Preparation<Refusal>> => {
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
    };
    const request = { call: 'send-tokens', body, idempotencyKey };
    const withVault = vaultSigner(ports, session, (plan) => checkPayment(plan, payment));
    const payable = { session, requested, request, signed, prepare, admitted, withVault };
    const outcome = await submitOrOffer(payable);
    if (outcome.kind === 'to-sign') return outcome.response;
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
): Exclude<ResponseOf<typeof sendTokens>, ToBeSigned> | Refusal {
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
