import { toBaseUnits } from '#domain/amount/base-units';
import type { Operation } from '#domain/operation/operation';
import { START } from '#testing/operation';
import type { FoundOperation } from '../../ports/open-operations.ts';
import type { Situation } from './situation.ts';

const GWEI = 10n ** 9n;

/** @returns an operation that is due one second from `START`. */
export function buildFound(
  operation: Operation,
  more: Partial<FoundOperation> = {},
): FoundOperation {
  const dueAt = new Date(START.getTime() + 1_000);
  return { operation, heads: null, progress: null, dueAt, epoch: 3, ...more };
}

/** @returns a situation in which nothing is in the way: every transaction pays 60 gwei, the network charges 50. */
export function buildSituation(more: Partial<Situation> = {}): Situation {
  return {
    now: START,
    network: { name: 'Polygon', blocksUntilFinal: 12 },
    feeSymbol: 'POL',
    latestBlock: 13n,
    pricePerGas: 50n * GWEI,
    account: { nextNonce: 0, balance: toBaseUnits(10n ** 18n) },
    lane: [],
    readSignedCost: () => ({
      maxFeePerGas: 60n * GWEI,
      maxFee: toBaseUnits(4_000n),
      needed: toBaseUnits(5_000n),
    }),
    ...more,
  };
}

/** @returns a moment this long after `START`. */
export function after(ms: number): Date {
  return new Date(START.getTime() + ms);
}
