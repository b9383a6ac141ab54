import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { needsKeys } from '../../../ports/wallet-removal.ts';
import { refuseUnclaimed } from '../deletion/refuse-unclaimed.ts';
import { IN_USE, ownerOf, type RequireEmptyPorts, requireEmpty } from './require-empty.ts';

/**
 * Checks that a wallet loses nothing with the keys that Kax has of it.
 * @param keepsAddresses whether its owner has the same keys: then it may have money, but nothing may wait for Kax’s
 * @returns what had begun in it by then; the refusal until then
 */
export async function requireReplaceable(
  ports: RequireEmptyPorts,
  session: CallSession,
  keepsAddresses: boolean,
): Promise<{ readonly begun: string } | Refusal> {
  if (!keepsAddresses) return requireEmpty(ports, session);
  // The keys of their wallets come from those that Kax deletes.
  const unclaimed = refuseUnclaimed(await ports.claims.countHolding(session.userId));
  if (unclaimed !== null) return unclaimed;
  const use = await ports.removals.readUse(ownerOf(session), ports.clock.now());
  return use.unfinished.some(needsKeys) ? refuse('operations-open', { sentence: IN_USE }) : use;
}
