import type { BaseUnits } from '#domain/amount/base-units';
import {
  CLAIM_LASTS_MS,
  type ClaimTerms,
  type ClaimWalletAddress,
  MOST_WAITING_CLAIMS,
} from '#domain/claim/claim';
import { REQUEST_CODE_BYTES, requestCode } from '#domain/payment-request/payment-request';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { type Counter, giveBackQuotas, takeQuotas } from '../../../application/take-quotas.ts';
import { tooMany } from '../../../application/too-many-requests.ts';
import type { AttemptLimits } from '../../../ports/attempt-limits.ts';
import type { Claims } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { TagRecipient } from '../../../ports/recipient-tags.ts';
import type { WantedClaim } from './parse-claim.ts';

export interface StoreClaimPorts {
  readonly vault: Pick<KeyVault, 'withClaimWallet' | 'withOwnSeals'>;
  readonly claims: Pick<Claims, 'make'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly tagRecipient: TagRecipient;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid' | 'bytes'>;
}

const DAY_MS = 24 * 60 * 60_000;
const madeInADay = { most: 20, windowMs: DAY_MS };
/** Each of them is a message to someone who may not want any. */
const sentToOneInADay = { most: 5, windowMs: DAY_MS };
const TOO_MANY = 'You’ve sent too many payments by link today.';

/** @returns the counters of a claim: its user's, and its recipient's whoever pays them */
function countersOf(
  { tagRecipient }: Pick<StoreClaimPorts, 'tagRecipient'>,
  userId: string,
  { channel, value }: WantedClaim['recipient'],
): readonly Counter[] {
  return [
    [`claims ${userId}`, madeInADay],
    [`claims to ${tagRecipient(`${channel} ${value}`)}`, sentToOneInADay],
  ];
}

/** What is stored before the money is sent. */
export interface ClaimToStore {
  readonly session: CallSession;
  readonly fundingKey: string;
  readonly wanted: WantedClaim;
  readonly wallet: ClaimWalletAddress & { readonly number: number };
  readonly setAside: BaseUnits;
}

/**
 * Stores a claim, and counts it.
 * @returns its terms, with what gives its count back; `taken` where another request of the user's was first, and has the
 *   key or the number
 */
export async function storeClaim(
  ports: StoreClaimPorts,
  toStore: ClaimToStore,
): Promise<
  { readonly terms: ClaimTerms; readonly giveBack: () => Promise<void> } | Refusal | 'taken'
> {
  const { session, wanted } = toStore;
  const { clock, limits } = ports;
  const counters = countersOf(ports, session.userId, wanted.recipient);
  const wait = await takeQuotas(limits, counters, clock.now());
  if (wait > 0) return tooMany(wait, TOO_MANY);
  const giveBack = () => giveBackQuotas(limits, counters);
  const terms = termsOf(toStore, clock.now());
  const outcome = await insert(ports, toStore, terms);
  if (outcome === 'made') return { terms, giveBack };
  await giveBack();
  if (outcome === 'too-many') return refuse('too-many-claims');
  return outcome === 'locked' ? refuse('unauthorized') : 'taken';
}

function termsOf({ wanted, wallet, setAside }: ClaimToStore, createdAt: Date): ClaimTerms {
  const { network, token, units, recipient, senderName, message } = wanted;
  return {
    ...wallet,
    ...{ chainId: network.chainId, tokenId: token.id, units, setAside },
    ...{ recipient, senderName, message, createdAt },
    expiresAt: new Date(createdAt.getTime() + CLAIM_LASTS_MS),
  };
}

/** The wallet is opened for this alone. A user who deleted theirs meanwhile has no session either. */
async function insert(
  { vault, claims, randomness }: StoreClaimPorts,
  { session, fundingKey, wallet }: ClaimToStore,
  terms: ClaimTerms,
): Promise<'made' | 'taken' | 'too-many' | 'locked'> {
  const { userId } = session;
  const stored = await vault.withOwnSeals(session, 'claims', (seals) =>
    vault.withClaimWallet(session, wallet.number, ({ entropy }) => {
      const code = requestCode(randomness.bytes(REQUEST_CODE_BYTES));
      const claim = { id: randomness.uuid(), code, terms, entropy, fundingKey };
      return claims.make({ userId, seals }, claim, MOST_WAITING_CLAIMS);
    }),
  );
  if (!stored.ok || !stored.value.ok || stored.value.value === 'user-removed') return 'locked';
  const outcome = stored.value.value;
  return outcome === 'exists' || outcome === 'number-taken' ? 'taken' : outcome;
}
