import { feeLadder } from '#domain/operation/fee-ladder';
import type { Rung } from '#domain/operation/operation';
import type { PublicSigner } from '../ports/key-vault.ts';
import type { GasFees, UnsignedTransaction } from '../ports/public-chain.ts';

/** A transaction whose nonce and fees are not chosen yet. */
export type PricelessTransaction = Omit<UnsignedTransaction, 'nonce' | keyof GasFees>;

/** Signs one transaction under one nonce once for each fee of the ladder, cheapest first. */
export async function signRungs(
  signer: PublicSigner,
  transaction: PricelessTransaction,
  nonce: number,
  fees: GasFees,
): Promise<readonly Rung[]> {
  const ladder: Rung[] = [];
  for (const fee of feeLadder(fees)) {
    ladder.push(await signer.sign({ ...transaction, nonce, ...fee }));
  }
  return ladder;
}
