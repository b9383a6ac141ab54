import { useAuthSession } from '../state/auth-session.ts';

/** Both addresses of the signed-in user, 0x and 0zk; none when no one is signed in. */
export function useOwnAddresses(): readonly string[] {
  const session = useAuthSession();
  if (session.status !== 'signed-in') return [];
  const { publicWalletAddress, privateWalletAddress } = session.user.wallet;
  return [publicWalletAddress, privateWalletAddress];
}
