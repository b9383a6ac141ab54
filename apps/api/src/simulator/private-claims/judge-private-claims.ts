import { keepsClaim } from '#domain/claim/claim-state';
import { isSigned, isTerminal, type Operation } from '#domain/operation/operation';
import { isWithoutEffect } from '#domain/operation/outcome';
import { stateOf } from '../claims/memory-claim-store.ts';
import { type Judgement, judgeOperation, type KnownLimits } from '../judge.ts';
import { findByKey } from '../memory-repository.ts';
import { worthOfNotes } from '../simulated-notes.ts';
import {
  type PrivateClaimEnvironment,
  senderOfPrivateWallet,
} from './private-claim-environment.ts';
import {
  type Fate,
  fateOf,
  type PrivateMovement,
  privateMovementsOf,
} from './private-claim-movements.ts';
import { madeOf, type ScriptedPrivateClaim } from './scripted-private-claims.ts';

/** How private payments by link went. */
export interface PrivateClaimTally {
  /** Those that were made, and where their money is at the end. */
  readonly made: number;
  readonly claimed: number;
  readonly returned: number;
  readonly failed: number;
  /** Of which both the recipient and the sender wanted the money, and how many were told that it is over. */
  readonly contested: number;
  readonly refusedOver: number;
  /** Of which a failover lost something that no one requested again: as docs/safety.md says, they are not judged. */
  readonly forgotten: number;
}

export interface PrivateClaimJudgement extends Judgement, KnownLimits {
  readonly tally: PrivateClaimTally;
}

type Verdict = { readonly [kind in keyof Judgement]: string[] };

interface Judging {
  readonly environment: PrivateClaimEnvironment;
  readonly verdict: Verdict;
  readonly tally: { made: number; claimed: number; returned: number; failed: number };
  readonly movements: readonly PrivateMovement[];
}

/**
 * Compares where the money of every private payment by link is, and what its users were told, with the chain.
 * @param worth of all notes when the run began
 */
export function judgePrivateClaims(
  environment: PrivateClaimEnvironment,
  claims: readonly ScriptedPrivateClaim[],
  worth: bigint,
): PrivateClaimJudgement {
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  const tally = { made: 0, claimed: 0, returned: 0, failed: 0 };
  const counts = { contested: 0, refusedOver: 0, forgotten: 0 };
  const movements = privateMovementsOf(environment.chain.tip);
  const unseenBehindGap: string[] = [];
  for (const claim of claims) {
    counts.contested += claim.habit === 'race' && madeOf(claim) !== null ? 1 : 0;
    counts.refusedOver += claim.ends.filter(isRefusedOver).length;
    const fate = fateOf(movements, claim);
    const isUnseen = fate.fundings === 2 && isBehindGap(environment, claim);
    if (isUnseen) unseenBehindGap.push(claim.key);
    judgeMoney(verdict, claim, isUnseen ? { ...fate, fundings: 1 } : fate);
    if (isForgotten(environment, claim)) counts.forgotten += 1;
    else judgeClaim({ environment, verdict, tally, movements }, claim);
  }
  judgeOperations({ environment, verdict, movements });
  const left = worthOfNotes(environment.chain.tip.balances);
  if (left !== worth) verdict.lost.push(`${worth} became ${left}`);
  return { ...verdict, unseenBehindGap, tally: { ...tally, ...counts } };
}

/** What was lost of it may wait behind a nonce that another lost payment of the broadcaster's has, which no node shows. */
function isBehindGap(
  { repository: { server }, lostClaims }: PrivateClaimEnvironment,
  { key }: ScriptedPrivateClaim,
): boolean {
  const isLost = server.lostKeys.has(key) || lostClaims.has(key);
  return isLost && [...server.lostKeys].some((other) => other !== key);
}

/** Its amount is set aside once, in a wallet of its own, and moved on once: whatever a failover lost. */
function judgeMoney(
  verdict: Verdict,
  { key, amount }: ScriptedPrivateClaim,
  { fundings, claimed, returned, overpaid, strange, shared }: Fate,
): void {
  const moved = claimed + returned + overpaid.length;
  if (fundings > 1) verdict.double.push(`${key} was set aside ${fundings} times`);
  if (moved > 1) verdict.double.push(`${key} was moved on ${moved} times`);
  for (const units of overpaid) verdict.double.push(`${key} paid ${units} in place of ${amount}`);
  if (strange > 0) verdict.lost.push(`${key} went elsewhere`);
  if (shared > 0) verdict.lost.push(`${key} shares a wallet with ${shared} others`);
}

/** Its money is in exactly one place, and that is what is said of it. */
function judgeClaim(
  { environment, verdict, tally, movements }: Judging,
  claim: ScriptedPrivateClaim,
): void {
  const { key, made } = claim;
  if (made === 'pending') verdict.stuck.push(`${key} never got a response`);
  for (const end of claim.ends) {
    if (end.outcome === 'pending') verdict.stuck.push(`${end.key} never got a response`);
  }
  const fate = fateOf(movements, claim);
  const row = [...environment.claims.values()].find((each) => each.fundingKey === key);
  const state = row === undefined ? null : stateOf(environment, row);
  const isMade = madeOf(claim) !== null;
  if (isMade && state === null) verdict.lost.push(`${key} was made and is no longer stored`);
  if (!isMade && fate.fundings > 0) verdict.falseStatus.push(`${key} was refused and set aside`);
  const place = placeOf(fate);
  if (state !== null && state !== place) {
    verdict.falseStatus.push(`${key} is ${place}, not ${state}`);
  }
  if (place === 'waiting') verdict.stuck.push(`${key} can't be taken back`);
  const address = row?.terms.address;
  const isElsewhere = fate.wallets.every((wallet) => wallet !== address);
  if (address !== undefined && fate.fundings > 0 && isElsewhere) {
    verdict.lost.push(`${key} isn't in its wallet`);
  }
  if (state !== null) tally.made += 1;
  if (place !== 'waiting' && state !== null) tally[place] += 1;
}

type Place = 'failed' | 'waiting' | 'claimed' | 'returned';

function placeOf({ fundings, claimed, returned, overpaid }: Fate): Place {
  if (claimed + overpaid.length > 0) return 'claimed';
  if (returned > 0) return 'returned';
  return fundings > 0 ? 'waiting' : 'failed';
}

/** Every operation says what the chain has; an end that is said to have moved nothing did not. */
function judgeOperations({ environment, verdict, movements }: Omit<Judging, 'tally'>): void {
  const { repository, chain } = environment;
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  for (const operation of operations) {
    if (isSigned(operation)) judgeOperation(verdict, chain.tip, operation);
    else if (!isTerminal(operation) && !isLostAndLocked(environment, operation))
      verdict.stuck.push(`${operation.id} is ${operation.status}`);
  }
  const ends = Map.groupBy(operations, walletOf);
  for (const [wallet, theirs] of ends) {
    if (wallet === null) continue;
    for (const { id, recipient } of theirs.filter(isWithoutEffect)) {
      const moved = movements.filter((each) => each.from === wallet && each.to === recipient);
      const called = theirs.filter(
        (each) => each.recipient === recipient && each.status === 'confirmed',
      );
      if (moved.length > called.length)
        verdict.falseStatus.push(`${id} is said to have moved nothing`);
    }
  }
}

function isLostAndLocked({ repository }: PrivateClaimEnvironment, operation: Operation): boolean {
  const key = repository.entries.get(operation.id)?.idempotencyKey ?? '';
  return isLocked(operation) && repository.server.lostEnds.has(key);
}

function walletOf({ pool }: Operation): string | null {
  const address = pool?.privateAddress ?? '';
  return senderOfPrivateWallet(address) === null ? null : address;
}

/** True where something that was stored for it is no longer, and no one requested that again. */
function isForgotten(
  { repository, lostClaims }: PrivateClaimEnvironment,
  { key, senderId, recipientId, isWatched, ends }: ScriptedPrivateClaim,
): boolean {
  const { lostKeys, lostEnds } = repository.server;
  const isGone = (each: string, userId: string) => findByKey(repository, userId, each) === null;
  if ((lostKeys.has(key) || lostClaims.has(key)) && isGone(key, senderId)) return true;
  if (isWatched) return false;
  return ends.some(({ key: end, by }) => {
    const userId = by === 'sender' ? senderId : recipientId;
    const isLost = (each: string) =>
      (lostKeys.has(each) && isGone(each, userId)) ||
      (lostEnds.has(each) && isLocked(findByKey(repository, userId, each)?.operation));
    return [end, `${end}-again`].some(isLost);
  });
}

/** Waits for its user, who was told that it is done. */
function isLocked(operation: Operation | undefined): boolean {
  return operation?.status === 'needs_unlock';
}

function isRefusedOver({ outcome }: ScriptedPrivateClaim['ends'][number]): boolean {
  return outcome !== 'pending' && 'refused' in outcome && outcome.refused === 'claim-over';
}

/** Looks at every change whether two operations that may both move the money of one claim are stored. */
export function watchPrivateEnds({ repository }: PrivateClaimEnvironment): ReadonlySet<string> {
  const errors = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const wallet = walletOf(entry.operation);
    const isNew = !repository.entries.has(id) && !isTerminal(entry.operation);
    const rival = [...repository.entries.values()].some(
      ({ operation }) =>
        operation.id !== id && walletOf(operation) === wallet && keepsClaim(operation.status),
    );
    if (wallet !== null && isNew && rival) {
      errors.add(`${id} was stored beside another end of ${wallet}`);
    }
    return set(id, entry);
  };
  return errors;
}
