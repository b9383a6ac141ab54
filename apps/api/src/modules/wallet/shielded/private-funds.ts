import type { BaseUnits } from '#domain/amount/base-units';
import { isPrivateTransaction, isTerminal } from '#domain/operation/operation';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { PoolPlace } from './parse-pool-request.ts';
import { type PrivateBalancesPorts, readPrivate } from './private-balances.ts';
import { refuseNotReady } from './refuse-pool-client.ts';

/** How much of a token a new private payment may use. */
export interface PrivateFunds {
  readonly available: BaseUnits;
  /** Whether an operation that was open at that moment keeps some of it back. */
  readonly isKeptBack: boolean;
}

/** @returns how much of a token a user may spend privately, from the database; the refusal while nothing is known. */
export async function readPrivateFunds(
  ports: PrivateBalancesPorts,
  { network, token }: PoolPlace,
  session: CallSession,
): Promise<PrivateFunds | Refusal> {
  const readings = await readPrivate(ports, session);
  if (readings === 'locked') return refuse('unauthorized');
  const reading = readings.find((each) => each.network.chainId === network.chainId);
  const holding = reading?.holdings?.find((each) => each.token.id === token.id);
  if (holding === undefined) return refuseNotReady();
  const isKeptBack = holding.pending.some(({ operationId }) => operationId !== null);
  return { available: holding.available, isKeptBack };
}

/** @returns the refusal of an amount that cannot be spent now; null when it can. */
export async function refuseAbove(
  ports: PrivateBalancesPorts,
  { amount, available, isKeptBack }: PrivateFunds & { readonly amount: BaseUnits },
  { userId }: CallSession,
): Promise<Refusal | null> {
  if (amount <= available) return null;
  const open = await ports.operations.listOpen(userId);
  const other = open.find(
    ({ operation }) => isPrivateTransaction(operation) && !isTerminal(operation),
  );
  // The change of the other payment has not arrived yet: the funds are not insufficient, only pending.
  if (other === undefined) {
    // The other one ended since the funds were read.
    return isKeptBack ? refuseNotReady() : refuse('amount-above-balance');
  }
  return refuse('private-operation-open', { operationId: other.operation.id });
}
