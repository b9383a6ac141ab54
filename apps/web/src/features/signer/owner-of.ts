import type { Owner } from '#signing/messages/owner-wrap';
import type { User } from '#wire/auth/user';

/** @returns whose keys they are, as the signer is told */
export function ownerOf({ id, wallet }: Pick<User, 'id' | 'wallet'>): Owner {
  return {
    userId: id,
    address: wallet.publicWalletAddress.toLowerCase(),
    privateAddress: wallet.privateWalletAddress,
  };
}
