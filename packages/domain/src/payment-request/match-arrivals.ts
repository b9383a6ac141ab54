import type { TransactionHash } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import type { PaymentRequestTerms, RequestBalance } from './payment-request.ts';

/** Money that arrived in a balance of the payee from someone else. */
export interface Arrival {
  readonly balance: RequestBalance;
  readonly tokenId: TokenId;
  readonly units: BaseUnits;
  readonly transactionHash: TransactionHash;
  /** The sender's address; null where it can't be known. */
  readonly from: string | null;
  /** The time of its block. */
  readonly at: Date;
}

interface WaitingRequest {
  readonly id: string;
  readonly terms: Pick<PaymentRequestTerms, 'tokenId' | 'units' | 'balance' | 'createdAt'>;
}

/**
 * Which arrival may be the payment of which request: one of exactly its amount since it was made. The oldest request
 * and the oldest arrival come first, and each transaction is for one request at most.
 * @returns arrivals by the ids of requests; one without any is left out
 */
export function matchArrivals(
  requests: readonly WaitingRequest[],
  arrivals: readonly Arrival[],
): ReadonlyMap<string, Arrival> {
  const matches = new Map<string, Arrival>();
  const taken = new Set<TransactionHash>();
  const inOrder = arrivals.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const oldestFirst = requests.toSorted(
    (a, b) => a.terms.createdAt.getTime() - b.terms.createdAt.getTime(),
  );
  for (const { id, terms } of oldestFirst) {
    const found = inOrder.find((each) => !taken.has(each.transactionHash) && mayPay(each, terms));
    if (found === undefined) continue;
    taken.add(found.transactionHash);
    matches.set(id, found);
  }
  return matches;
}

/** True for an arrival of exactly what is requested, since it was. */
export function mayPay(arrival: Arrival, terms: WaitingRequest['terms']): boolean {
  const { balance, tokenId, units, at } = arrival;
  const isIt = balance === terms.balance && tokenId === terms.tokenId && units === terms.units;
  return isIt && at >= terms.createdAt;
}
