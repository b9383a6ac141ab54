import { CLAIM_KEPT_AFTER_END_MS } from '#domain/claim/claim';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Claims, OwnClaim } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault, LendingOutcome } from '../../../ports/key-vault.ts';

export interface OwnClaimsPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly claims: Pick<Claims, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns the user's own payments by link, newest first; `locked` when the session ended meanwhile */
export function listOwnClaims(
  { vault, claims, clock }: OwnClaimsPorts,
  session: CallSession,
): Promise<LendingOutcome<readonly OwnClaim[]>> {
  const endedSince = new Date(clock.now().getTime() - CLAIM_KEPT_AFTER_END_MS);
  return vault.withOwnSeals(session, 'claims', (seals) =>
    claims.list({ userId: session.userId, seals }, endedSince),
  );
}

/** @returns what the user made under a key, whether its money was sent or not; null for nothing */
export function findMadeUnder(
  { vault, claims }: Pick<OwnClaimsPorts, 'vault'> & { readonly claims: Pick<Claims, 'findMade'> },
  session: CallSession,
  fundingKey: string,
): Promise<LendingOutcome<Awaited<ReturnType<Claims['findMade']>>>> {
  return vault.withOwnSeals(session, 'claims', (seals) =>
    claims.findMade({ userId: session.userId, seals }, fundingKey),
  );
}

/** @returns one payment by link of the user, or the refusal where they have none with this id */
export async function findOwnClaim(
  ports: OwnClaimsPorts,
  session: CallSession,
  claimId: string,
): Promise<OwnClaim | Refusal> {
  const listed = await listOwnClaims(ports, session);
  if (!listed.ok) return refuse('unauthorized');
  return listed.value.find(({ id }) => id === claimId) ?? refuse('unknown-claim');
}
