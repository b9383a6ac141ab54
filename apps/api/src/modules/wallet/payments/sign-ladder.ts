import type { Signing } from '#domain/operation/operation';
import { signRungs } from '../../../operations/sign-rungs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PublicSigner } from '../../../ports/key-vault.ts';
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
  const { to, value, data, gas, fees } = transfer;
  const { chainId } = payment.network;
  const ladder = await signRungs(signer, { chainId, to, value, data, gas }, nonce, fees);
  return { nonce, ladder, approval: null, signedAt: clock.now() };
}
