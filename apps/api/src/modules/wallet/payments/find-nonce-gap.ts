import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { GAP_AFTER_MS, nonceToFill } from '#domain/operation/next-nonce';
import { isSent, type OpenOperation } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import { noncesOf } from '../../../operations/explain/nonces.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import { createFreshValues, type FreshValues } from '../balances/fresh-values.ts';

/** A nonce that the payments of an account wait for and that none of its transactions has. */
export interface NonceGap {
  readonly chain: Pick<PublicChain, 'chainId' | 'balances'>;
  readonly account: PublicAddress;
  /** The native coin. */
  readonly feeToken: Token;
  readonly nonce: number;
  /** Before the count that shows it was read. */
  readonly readAt: Date;
}

export interface FindNonceGapPorts {
  readonly networks: readonly Network[];
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Of the open operations of one account on one network; null when no gap is seen. Rejects with `ChainUnavailable`. */
export type FindNonceGap = (operations: readonly OpenOperation[]) => Promise<NonceGap | null>;

/** Every tab requests it every few seconds: the nodes are read once for all of them. */
const COUNT_FRESH_MS = 4_000;
const CAPACITY = 10_000;

/** What it finds is only likely: whether there is a gap is decided under the account's lock. */
export function createFindNonceGap({ networks, chains, clock }: FindNonceGapPorts): FindNonceGap {
  const countsByChain = new Map<number, FreshValues<number>>();
  return async (operations) => {
    const lateAt = new Date(clock.now().getTime() - GAP_AFTER_MS);
    const late = operations.filter(({ signing }) => signing.signedAt <= lateAt);
    const first = late.find(isSent);
    if (first === undefined) return null;
    const { chainId, account } = first;
    const chain = chains.get(chainId);
    const feeToken = networks.find((network) => network.chainId === chainId)?.tokens[0];
    if (chain === undefined || feeToken === undefined) return null;
    const counts = countsByChain.get(chainId) ?? countsOf(chain, clock);
    countsByChain.set(chainId, counts);
    const { value: nextOnChain, readAt } = await counts.get(account);
    const waiting = late.flatMap(noncesOf).filter((nonce) => nonce >= nextOnChain);
    const nonce = nonceToFill({
      nextOnChain,
      longestWaiting: waiting.length === 0 ? null : Math.min(...waiting),
      isNextOnChainOurs: operations.flatMap(noncesOf).includes(nextOnChain),
    });
    return nonce === null ? null : { chain, account, feeToken, nonce, readAt };
  };
}

function countsOf(chain: PublicChain, clock: Pick<Clock, 'now'>): FreshValues<number> {
  return createFreshValues({
    clock,
    capacity: CAPACITY,
    freshMs: () => COUNT_FRESH_MS,
    read: (account) => chain.transactionCount(account as PublicAddress, 'latest'),
  });
}
