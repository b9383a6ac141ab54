import { isSameAddress } from '#domain/address/parse-public-address';
import type { CallSession } from '../../../application/call.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { PrivateTransaction } from './parse-pool-request.ts';

/**
 * True when an unshield goes to a contract, which may not be able to use what arrives. A user's own address may be
 * anything: the money came from there. Rejects with `ChainUnavailable`.
 */
export async function isForContract(
  chains: ReadonlyMap<number, Pick<PublicChain, 'isContract'>>,
  privateTransaction: PrivateTransaction,
  { publicAddress }: Pick<CallSession, 'publicAddress'>,
): Promise<boolean> {
  if (
    privateTransaction.kind !== 'unshield' ||
    isSameAddress(privateTransaction.recipient, publicAddress)
  )
    return false;
  return (
    (await chains
      .get(privateTransaction.network.chainId)
      ?.isContract(privateTransaction.recipient)) ?? false
  );
}
