import type { TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { isDelivery } from '#domain/swap/delivery';
import type { Token } from '#domain/token/token';
import type { JobError } from '../application/job.ts';
import { ChainUnavailable } from '../ports/public-chain.ts';
import type { SwapChecks } from '../ports/swap-checks.ts';
import type { StoredSwap, Swaps } from '../ports/swaps.ts';

export interface FindDeliveryPorts {
  readonly swaps: Pick<Swaps, 'isDeliveryOfAnother'>;
  /** By id of the chains that we have nodes of. */
  readonly checks: ReadonlyMap<number, Pick<SwapChecks, 'finalPayment'>>;
  readonly tokens: readonly Token[];
  readonly report: (error: JobError) => void;
}

/** What our own nodes show of a delivery. */
export type DeliverySearch =
  | { readonly kind: 'confirmed'; readonly units: BaseUnits; readonly token: Token }
  | { readonly kind: 'not-found' }
  /** We have no node of the chain on which it would be. */
  | { readonly kind: 'no-nodes' };

/** Where the end of a swap is looked for. */
export interface SoughtDelivery {
  /** Null when the exchange names none. */
  readonly hash: TransactionHash | null;
  /** False where the account's own transaction is the last step. */
  readonly isCrossChain: boolean;
}

/** Looks for the transaction that delivered a swap. Nodes that do not respond show nothing. */
export async function findDelivery(
  { swaps, checks, tokens, report }: FindDeliveryPorts,
  swap: StoredSwap,
  { hash, isCrossChain }: SoughtDelivery,
): Promise<DeliverySearch> {
  const token = tokens.find(({ id }) => id === swap.toTokenId);
  const chain = token && checks.get(token.chainId);
  if (token === undefined || chain === undefined) return { kind: 'no-nodes' };
  if (hash === null) return { kind: 'not-found' };
  try {
    const payment = await chain.finalPayment(hash, token, swap.account);
    if (payment === null || !isDelivery(swap, payment, isCrossChain)) {
      return { kind: 'not-found' };
    }
    if (await swaps.isDeliveryOfAnother(swap, hash)) return { kind: 'not-found' };
    return { kind: 'confirmed', units: payment.units, token };
  } catch (cause) {
    if (!(cause instanceof ChainUnavailable)) throw cause;
    report({ message: `The delivery of swap ${swap.requestId} could not be looked for.`, cause });
    return { kind: 'not-found' };
  }
}
