import { feeLadder } from '#domain/operation/fee-ladder';
import type { Rung, Signing } from '#domain/operation/operation';
import type { Clock } from '../../ports/clock.ts';
import type { PublicSigner } from '../../ports/key-vault.ts';
import type { PreparedPayment } from './prepare-payment.ts';

/**
 * Signs the same payment under the same nonce once for each fee of the ladder.
 * @returns the signatures; throws when the opened key is not the sender's.
 */
export async function signLadder(
  signer: PublicSigner,
  { payment, transfer }: PreparedPayment,
  nonce: number,
  clock: Pick<Clock, 'now'>,
): Promise<Signing> {
  if (signer.address !== payment.sender) {
    throw new Error(`The key of ${signer.address} was opened for a payment of ${payment.sender}.`);
  }
  const { to, value, data, gas } = transfer;
  const { chainId } = payment.network;
  const ladder: Rung[] = [];
  for (const fees of feeLadder(transfer.fees)) {
    ladder.push(await signer.sign({ chainId, nonce, to, value, data, gas, ...fees }));
  }
  return { nonce, ladder, signedAt: clock.now() };
}
