import { isPrivateTransaction } from '#domain/operation/operation';
import type { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import type { PaymentGate } from '../../application/admit-payment.ts';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import type { ShieldedPoolClient } from '../../ports/shielded-pool-client.ts';
import {
  type PoolRules,
  parsePrivateTransaction,
  parseTransferTarget,
  parseUnshieldTarget,
} from './shielded/parse-pool-request.ts';
import {
  type PrivateTransactionTermsPorts,
  pricePrivateTransaction,
} from './shielded/private-transaction-terms.ts';
import { messageOf, type SealMessagePorts, withSealedParts } from './shielded/seal-message.ts';

export interface PreparePrivateTransactionPorts
  extends PoolRules,
    PrivateTransactionTermsPorts,
    SealMessagePorts {
  readonly privateTransactions: Pick<PrivateTransactions, 'waiting' | 'requestPrecompute'>;
  readonly poolClient: Pick<ShieldedPoolClient, 'pace'>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Requests a precomputed proof when no one is waiting for one: it must never delay a confirmed payment. */
export function createPreparePrivateTransaction(
  ports: PreparePrivateTransactionPorts,
): Handler<typeof preparePrivateTransaction> {
  return async ({ body, session }) => {
    const parsed = parsePrivateTransaction(ports, body, (place) =>
      body.kind === 'unshield'
        ? parseUnshieldTarget(ports, place, body.recipientAddress ?? session.publicAddress)
        : parseTransferTarget(place, session, body),
    );
    // What needs a signature of its owner can't be proved ahead.
    if (!parsed.ok || session.custody === 'only-me') return { data: { state: 'declined' } };
    if ((await ports.gate.refuseFrozen(session.userId)) !== null) {
      return { data: { state: 'declined' } };
    }
    const [waiting, pace, open] = await Promise.all([
      ports.privateTransactions.waiting(),
      ports.poolClient.pace(),
      ports.operations.listOpen(session.userId),
    ]);
    // Its notes may be the ones that another payment is about to spend.
    const isOtherOpen = open.some(({ operation }) => isPrivateTransaction(operation));
    if (waiting > 0 || pace === null || isOtherOpen) return { data: { state: 'declined' } };
    const priced = await pricePrivateTransaction(ports, parsed.value);
    if ('refused' in priced) return { data: { state: 'declined' } };
    const sealed = await withSealedParts(ports, session, {
      terms: priced.terms,
      message: messageOf(parsed.value),
      signed: null,
    });
    if (!sealed.ok) return { data: { state: 'declined' } };
    const request = { userId: session.userId, terms: sealed.value };
    await ports.privateTransactions.requestPrecompute(request, ports.clock.now());
    return { data: { state: 'begun' } };
  };
}
