import { keccak256 } from 'viem';
import type { HDAccount } from 'viem/accounts';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { PublicSigner } from '../../ports/key-vault.ts';

/** @returns a signer of EIP-1559 transactions over one account. */
export function publicSigner(account: HDAccount): PublicSigner {
  return {
    address: account.address as PublicAddress,
    async sign(transaction) {
      const raw = await account.signTransaction({ type: 'eip1559', ...transaction });
      return { raw, hash: keccak256(raw) as TransactionHash };
    },
    signMessage: (text) => account.signMessage({ message: text }),
  };
}
