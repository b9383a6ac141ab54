import { t } from '#language/t';
import type { ResponseOf } from '#wire/contract';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import type { signOperation } from '#wire/wallet/sign-operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { ApiError, ApiResult } from '../api-result.ts';
import type { CallApi } from '../call-options.ts';
import { sendSignatures } from '../sign-operation.ts';
import { confirmationOf } from './confirmation-of.ts';
import type { ConfirmedPayment } from './confirmed-payment.ts';
import {
  type OpenSigning,
  type SigningDecision,
  type SigningDetails,
  setOpenSigning,
  signerHost,
} from './open-signing.ts';

let queue: Promise<unknown> = Promise.resolve();
let calls = 0;

/** A plan was offered, and nothing was sent: with a status, an `aborted` call is one that its user didn't approve. */
const OFFERED = 202;

/**
 * Has the user sign what the server offered, and sends the signatures. Several payments queue. What isn't signed is
 * cancelled, so that nothing waits for a signature that no one is going to make.
 * @returns what the call would have returned at once; `aborted` when nothing was signed
 */
export function signOffered(
  callApi: CallApi,
  payment: ConfirmedPayment,
  offered: ToBeSigned,
): Promise<ApiResult<ResponseOf<typeof signOperation>>> {
  const host = signerHost();
  const result = queue.then(async () => {
    // Whoever is signed in after a sign-out does not sign for the one before.
    if (host === null || host !== signerHost()) return notSigned(callApi, offered, 'unavailable');
    try {
      return await signAndSend(callApi, payment, offered);
    } finally {
      setOpenSigning(null);
    }
  });
  queue = result.catch(() => {});
  return result;
}

async function signAndSend(
  callApi: CallApi,
  payment: ConfirmedPayment,
  offered: ToBeSigned,
): Promise<ApiResult<ResponseOf<typeof signOperation>>> {
  calls += 1;
  const call = calls;
  const { toSign } = offered;
  const confirmation = confirmationOf(payment, offered);
  if (confirmation === null) return notSigned(callApi, offered, 'refused');
  const details: SigningDetails = {
    // A plan that is made again for the same request is one of the same order, which pays at most once.
    orderId: payment.idempotencyKey ?? '',
    planId: toSign.planId,
    expiresAt: Date.parse(toSign.expiresAt),
    confirmation,
    plan: 'public' in toSign ? toSign.public : toSign.private,
  };
  const decision = await decisionOf({ call, details });
  if (decision.outcome !== 'signed') return notSigned(callApi, offered, decision.outcome);
  setOpenSigning({ call, details, isSending: true, decide: () => setOpenSigning(null) });
  return sendSignatures(callApi, offered, decision.signatures);
}

function decisionOf(shown: Pick<OpenSigning, 'call' | 'details'>): Promise<SigningDecision> {
  return new Promise((decide) => setOpenSigning({ ...shown, isSending: false, decide }));
}

async function notSigned(
  callApi: CallApi,
  { operation }: ToBeSigned,
  outcome: SigningDecision['outcome'],
): Promise<{ ok: false; error: ApiError }> {
  await callApi(cancelOperation, { params: { id: operation.id } });
  const message = MESSAGES.get(outcome) ?? t('Not approved. Nothing was sent.');
  return { ok: false, error: { code: 'aborted', message, status: OFFERED } };
}

const MESSAGES: ReadonlyMap<SigningDecision['outcome'], string> = new Map([
  ['expired', t('This took too long. Nothing was sent. Try again.')],
  ['refused', t('The plan for this payment wasn’t what you confirmed. Nothing was signed.')],
  ['unavailable', t('Your keys can’t be reached in this browser. Nothing was sent. Try again.')],
]);
