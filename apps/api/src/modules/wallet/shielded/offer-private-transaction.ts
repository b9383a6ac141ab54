import type { Operation } from '#domain/operation/operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { Refusal } from '../../../application/call.ts';
import type { PrivateTransactions } from '../../../ports/private-transactions.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { SigningPlan } from '../../../ports/signing-plans.ts';
import { type GiveBackEndedPorts, giveBackEnded } from '../signing/give-back-ended.ts';
import { type OfferToOwnerPorts, offerToOwner } from '../signing/offer-to-owner.ts';
import type { SignedNotes } from '../signing/signable-call.ts';
import { refuseObstacle } from './order-private-transaction.ts';
import { isForFunds, refusePoolClient } from './refuse-pool-client.ts';
import {
  admitPrivateTransaction,
  checkPrivateTransaction,
  giveBackUnstored,
  type PrivateTransactionCall,
  type PrivateTransactionPorts,
  refuseOther,
  storePrivateTransaction,
} from './store-private-transaction.ts';

export interface OfferPrivatePorts
  extends PrivateTransactionPorts,
    OfferToOwnerPorts,
    GiveBackEndedPorts {
  readonly vault: PrivateTransactionPorts['vault'] & OfferToOwnerPorts['vault'];
  readonly signingPlans: OfferToOwnerPorts['signingPlans'] & GiveBackEndedPorts['signingPlans'];
  readonly gate: PrivateTransactionPorts['gate'] & GiveBackEndedPorts['gate'];
  readonly clock: PrivateTransactionPorts['clock'];
  readonly randomness: PrivateTransactionPorts['randomness'];
  readonly poolClient: PrivateTransactionPorts['poolClient'] &
    Pick<ShieldedPoolClient, 'planPrivateTransaction'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'store' | 'obstacle'>;
}

/**
 * Checks, prices and admits a private payment whose user alone has the keys, and stores what they have to sign. Not while
 * another one is in progress: what they signed then would be refused.
 * @returns `unclear` when its notes don't suffice, but may have paid for this already
 */
export async function offerPrivateTransaction(
  ports: OfferPrivatePorts,
  call: PrivateTransactionCall,
  request: SigningPlan['request'],
): Promise<ToBeSigned | Refusal | 'unclear'> {
  const { session } = call;
  let isUnclear = false;
  const obstacle = await ports.privateTransactions.obstacle(session.userId);
  if (obstacle !== null) return refuseObstacle(obstacle);
  await giveBackEnded(ports, session);
  const checked = await checkPrivateTransaction(ports, call, async (priced, mayBeMade) => {
    const plan = await ports.poolClient.planPrivateTransaction(session.userId, priced.request);
    if (plan.ok) return plan.response;
    isUnclear = isForFunds(plan.problem) && (await mayBeMade());
    return refusePoolClient(plan.problem);
  });
  if (isUnclear) return 'unclear';
  if ('refused' in checked) return checked;
  const { details, priced, cost, admission } = checked;
  const { toSign, stored } = cost;
  const response = await offerToOwner(ports, session, {
    ...{ details, request, admittedAt: admission.countedAt },
    notes: { terms: priced.terms, toSign, stored },
  });
  if ('refused' in response) await admission.giveBack();
  return response;
}

/** Admits a private payment that its owner signed, and stores it with its place in the queue. */
export async function storeSignedTransaction(
  ports: PrivateTransactionPorts,
  call: PrivateTransactionCall,
  { fingerprint, signed }: { readonly fingerprint: string; readonly signed: SignedNotes },
): Promise<{ readonly operation: Operation } | Refusal> {
  const { plan, signatures } = signed;
  const { terms, stored } = plan.notes;
  const other = await refuseOther(ports, call);
  if (other !== null) return other;
  const admission = await admitPrivateTransaction(ports, call);
  if ('refused' in admission) return admission;
  const ordered = await storePrivateTransaction(ports, call, {
    ...{ terms, fingerprint, signed: { planId: plan.id, stored, signatures } },
    details: { ...plan.details, createdAt: ports.clock.now() },
  });
  await giveBackUnstored(ordered, admission);
  return ordered;
}
