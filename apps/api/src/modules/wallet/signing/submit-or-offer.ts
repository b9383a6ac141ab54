import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { AdmittedPayment } from '../../../application/admit-payment.ts';
import type { CallSession, Refusal } from '../../../application/call.ts';
import { createOfferPlan } from '../../../operations/offer-plan.ts';
import type { WithSigner } from '../../../operations/sign-plan.ts';
import type { Prepare, RequestedOperation, SubmitPorts } from '../../../operations/submission.ts';
import {
  createSubmitOperation,
  existing,
  type SubmitOutcome,
} from '../../../operations/submit-operation.ts';
import type { SigningPlan, SigningPlans } from '../../../ports/signing-plans.ts';
import { isNothingStored } from '../payments/nothing-stored.ts';
import { type GiveBackEndedPorts, giveBackEnded } from './give-back-ended.ts';
import { type OfferToOwnerPorts, offerToOwner } from './offer-to-owner.ts';
import type { SignedPlan } from './signable-call.ts';

export interface SubmitOrOfferPorts extends SubmitPorts, OfferToOwnerPorts, GiveBackEndedPorts {
  readonly signingPlans: Pick<SigningPlans, 'store' | 'list'>;
  readonly clock: SubmitPorts['clock'];
}

/** What a user requested of their public balance. */
export interface PublicPayment {
  readonly session: CallSession;
  readonly requested: RequestedOperation;
  /** The call that requested it, which its signatures continue. */
  readonly request: SigningPlan['request'];
  /** What its owner signed; left out where nothing is signed yet, and where Kax has the keys. */
  readonly signed: SignedPlan | undefined;
  readonly prepare: Prepare<Refusal>;
  /** Checks and signs the plan where Kax has the keys. */
  readonly withVault: WithSigner;
  /** What `prepare` had admitted. */
  readonly admitted: readonly AdmittedPayment[];
}

type Outcome =
  | SubmitOutcome<Refusal>
  /** Its user alone has the keys, and has to sign it. */
  | { readonly kind: 'to-sign'; readonly response: ToBeSigned }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Submits a payment of a public balance: where Kax has the keys, and where its owner signed it. Otherwise it stores what
 * the owner has to sign. What turns out not to leave no longer counts towards what may leave in a day.
 */
export function createSubmitOrOffer(
  ports: SubmitOrOfferPorts,
): (payment: PublicPayment) => Promise<Outcome> {
  const submit = createSubmitOperation<Refusal>(ports);
  const offer = createOffer(ports);
  return async (payment) => {
    const { session, requested, signed, prepare, withVault, admitted } = payment;
    const isOffered = session.custody === 'only-me' && signed === undefined;
    const withSigner = signed?.withSigner ?? withVault;
    const presented = signed && { presented: signed.presented };
    const outcome = isOffered
      ? await offer(payment)
      : await submit({ ...requested, withSigner, publishedBy: 'request', ...presented }, prepare);
    if (isNothingStored(outcome)) for (const each of admitted) await each.giveBack();
    return outcome;
  };
}

function createOffer(ports: SubmitOrOfferPorts): (payment: PublicPayment) => Promise<Outcome> {
  const offer = createOfferPlan<Refusal>(ports);
  return async ({ session, requested, request, prepare, admitted }) => {
    await giveBackEnded(ports, session);
    const offered = await offer(requested, prepare);
    if (offered.kind === 'exists') return existing(offered.operation);
    if (offered.kind !== 'offered') return offered;
    const { details, planned, nonces } = offered;
    const { approval, call, fees, rungs } = planned;
    const response = await offerToOwner(ports, session, {
      ...{ details, nonces, calls: { approval, call, fees, rungs }, request },
      admittedAt: admitted.at(-1)?.countedAt ?? null,
    });
    return 'refused' in response
      ? { kind: 'refused', refusal: response }
      : { kind: 'to-sign', response };
  };
}
