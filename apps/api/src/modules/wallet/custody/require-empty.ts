import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Claims } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { WalletOwner, WalletRemovals } from '../../../ports/wallet-removal.ts';
import { type RefuseWithMoneyPorts, refuseWithMoney } from '../deletion/refuse-with-money.ts';

export interface RequireEmptyPorts extends RefuseWithMoneyPorts {
  readonly removals: Pick<WalletRemovals, 'readUse'>;
  readonly claims: Pick<Claims, 'countHolding'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What a wallet that is about to be replaced says while something is in progress in it. */
export const IN_USE =
  'Something is still in progress in this wallet. Nothing was changed. Try again once it’s final.';

/**
 * Checks that nothing is lost when a wallet is replaced, as before a deletion.
 * @returns what had begun in it by then; the refusal while it has money, or something in progress
 */
export async function requireEmpty(
  ports: RequireEmptyPorts,
  session: CallSession,
): Promise<{ readonly begun: string } | Refusal> {
  // Counted before the balances are read.
  const use = await ports.removals.readUse(ownerOf(session), ports.clock.now());
  const isInUse =
    use.unfinished.length > 0 || (await ports.claims.countHolding(session.userId)) > 0;
  if (isInUse) return refuse('operations-open', { sentence: IN_USE });
  const money = await refuseWithMoney(ports, session, use.knownBlocks);
  if (money === null) return { begun: use.begun };
  // Its other sentences are about a deletion.
  if (money.refused === 'wallet-not-empty') return money;
  const { refused, retryAfter } = money;
  return refuse(refused, retryAfter === undefined ? {} : { retryAfter });
}

/** @returns whose wallet a session is of */
export function ownerOf({ userId, publicAddress, privateAddress }: CallSession): WalletOwner {
  return {
    userId,
    publicAddress: publicAddress as PublicAddress,
    privateAddress: privateAddress as PrivateAddress,
  };
}
