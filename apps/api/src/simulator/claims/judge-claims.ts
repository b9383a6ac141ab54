import { keepsClaim } from '#domain/claim/claim-state';
import { isSigned, isTerminal, type SignedOperation } from '#domain/operation/operation';
import { balanceKey } from '../balance-key.ts';
import { type Judgement, judgeOperation } from '../judge.ts';
import { hashesOf } from '../memory-repository.ts';
import { type ChainReceipt, decodeTransfer, type SimulatedBlock } from '../simulated-chain.ts';
import { addressOfUser } from '../simulated-server.ts';
import { type ClaimEnvironment, senderOfWallet } from './claim-environment.ts';
import type { ClaimRow } from './claim-ports.ts';
import { stateOf } from './memory-claim-store.ts';
import { madeOf, NATIVE_AMOUNT, type ScriptedClaim } from './scripted-claims.ts';

/** How payments by link went. */
export interface ClaimTally {
  /** Those that were made, and where their money is at the end. */
  readonly made: number;
  readonly claimed: number;
  readonly returned: number;
  readonly failed: number;
  /** Of which both the recipient and the sender wanted the money, and how many were told that it is over. */
  readonly contested: number;
  readonly refusedOver: number;
  /** Of which a failover lost something that its user was told: as docs/safety.md says, they are not judged. */
  readonly forgotten: number;
}

export interface ClaimJudgement extends Judgement {
  readonly tally: ClaimTally;
}

type Verdict = { readonly [kind in keyof Judgement]: string[] };

/** A transfer that the chain has between two accounts. */
interface Movement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  readonly isNative: boolean;
}

/** Compares where the money of every payment by link is, and what its users were told, with the chain. */
export function judgeClaims(
  environment: ClaimEnvironment,
  claims: readonly ScriptedClaim[],
): ClaimJudgement {
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  const tally = { made: 0, claimed: 0, returned: 0, failed: 0 };
  const counts = { contested: 0, refusedOver: 0, forgotten: 0 };
  const movements = movementsOf(environment.chain.tip);
  for (const claim of claims) {
    counts.contested += claim.habit === 'race' && madeOf(claim) !== null ? 1 : 0;
    counts.refusedOver += claim.ends.filter(isRefusedOver).length;
    const isKnown = !isForgotten(environment, claim);
    counts.forgotten += isKnown ? 0 : 1;
    judgeMoney({ verdict, movements }, claim);
    if (isKnown) judgeClaim({ environment, verdict, tally, movements, claims }, claim);
  }
  judgeOperations(environment, verdict);
  for (const { from, to } of movements) {
    const sender = senderOfWallet(from);
    if (sender !== null && to !== from && !isIntended(claims, sender, to)) {
      verdict.lost.push(`${from} paid ${to}, who is no one's recipient`);
    }
  }
  return { ...verdict, tally: { ...tally, ...counts } };
}

interface Judging {
  readonly environment: ClaimEnvironment;
  readonly verdict: Verdict;
  readonly tally: { made: number; claimed: number; returned: number; failed: number };
  readonly movements: readonly Movement[];
  readonly claims: readonly ScriptedClaim[];
}

/** Its money is in exactly one place, moved there once, and that is what is said of it. */
function judgeClaim(judging: Judging, claim: ScriptedClaim): void {
  const { environment, verdict, tally } = judging;
  const { key, made } = claim;
  if (made === 'pending') verdict.stuck.push(`${key} never got a response`);
  for (const end of claim.ends) {
    if (end.outcome === 'pending') verdict.stuck.push(`${end.key} never got a response`);
  }
  const { fundings, claimed, returned } = fateOf(judging, claim);
  const row = [...environment.claims.values()].find((each) => each.fundingKey === key);
  const state = row === undefined ? null : stateOf(environment, row);
  const isMade = madeOf(claim) !== null;
  if (isMade && state === null) verdict.lost.push(`${key} was made and is no longer stored`);
  if (!isMade && fundings > 0) verdict.falseStatus.push(`${key} was refused and set aside`);
  const place = placeOf({ fundings, claimed, returned });
  if (state !== null && state !== place)
    verdict.falseStatus.push(`${key} is ${place}, not ${state}`);
  if (place === 'waiting') verdict.stuck.push(`${key} can't be taken back`);
  if (state !== null) tally.made += 1;
  if (place !== 'waiting' && state !== null) tally[place] += 1;
  if (row !== undefined) judgeRemainder(judging, row);
}

/** Its amount is set aside once, in a wallet of its own, and moved on once: whatever a failover lost. */
function judgeMoney(
  { verdict, movements }: Pick<Judging, 'verdict' | 'movements'>,
  claim: ScriptedClaim,
): void {
  const { fundings, claimed, returned, strange, shared } = fateOf({ movements }, claim);
  const { key } = claim;
  if (fundings > 1) verdict.double.push(`${key} was set aside ${fundings} times`);
  if (claimed + returned > 1)
    verdict.double.push(`${key} was moved on ${claimed + returned} times`);
  if (strange > 0) verdict.lost.push(`${key} went elsewhere`);
  if (shared > 0) verdict.lost.push(`${key} shares a wallet with ${shared} others`);
}

type Place = 'failed' | 'waiting' | 'claimed' | 'returned';

function placeOf(fate: Record<'fundings' | 'claimed' | 'returned', number>): Place {
  if (fate.claimed > 0) return 'claimed';
  if (fate.returned > 0) return 'returned';
  return fate.fundings > 0 ? 'waiting' : 'failed';
}

/** @returns how often its amount was set aside, and where it went from there; told apart by the amount */
function fateOf(
  { movements }: Pick<Judging, 'movements'>,
  { token, amount, senderId, recipientId }: ScriptedClaim,
) {
  const isNative = token.address === null;
  const theirs = movements.filter((each) => each.isNative === isNative && each.units === amount);
  const sender = addressOfUser(senderId);
  const out = theirs.filter(({ from }) => senderOfWallet(from) === senderId);
  const count = (recipient: string) => out.filter(({ to }) => to === recipient).length;
  const claimed = count(addressOfUser(recipientId));
  const returned = count(sender);
  const fundings = theirs.filter(
    ({ from, to }) => from === sender && senderOfWallet(to) === senderId,
  );
  const wallets = fundings.map(({ to }) => to);
  const others = movements.filter(
    (each) => isMoney(each) && wallets.includes(each.to) && !fundings.includes(each),
  );
  return {
    ...{ fundings: fundings.length, shared: others.length },
    ...{ claimed, returned, strange: out.length - claimed - returned },
  };
}

/** Not what is put aside for fees. */
function isMoney({ from, to, units, isNative }: Movement): boolean {
  return from !== to && (!isNative || units >= NATIVE_AMOUNT);
}

/**
 * A wallet keeps at most what was put aside for fees, and none of the money. What a failover lost and a block has later
 * may be in the wallet of a payment that never was.
 */
function judgeRemainder(
  { environment, verdict, movements, claims }: Judging,
  { terms: { address, setAside }, fundingKey }: ClaimRow,
): void {
  const { chain, repository } = environment;
  const lost = claims.filter((claim) => isForgotten(environment, claim));
  const isLost = ({ to, units }: Movement) =>
    to === address && lost.some(({ amount }) => amount === units);
  if (movements.some(isLost)) return;
  const { balances } = chain.tip;
  const native = balances.get(balanceKey(address, 'native')) ?? 0n;
  const tokens = balances.get(balanceKey(address, 'token')) ?? 0n;
  if (tokens > 0n) verdict.lost.push(`${tokens} tokens are left for ${fundingKey}`);
  // What is repeated after a failover sets it aside once more.
  const times = repository.server.lostKeys.has(fundingKey) ? 2n : 1n;
  if (native > times * setAside) verdict.lost.push(`${native} coins are left for ${fundingKey}`);
}

/** Every operation says what the chain has, and none that was told as sent lost to another one. */
function judgeOperations(environment: ClaimEnvironment, verdict: Verdict): void {
  const { repository, chain } = environment;
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  for (const operation of operations.filter(isSigned)) {
    judgeOperation(verdict, chain.tip, operation);
    const winner = operations.find((other) => isReplacedBy(operation, hashesOf(other)));
    if (winner !== undefined && winner.id !== operation.id) {
      verdict.falseStatus.push(`${operation.id} was sent and lost to ${winner.id}`);
    }
    const hadNoMoney = operation.status === 'reverted' && !wasUndone(environment, operation);
    if (hadNoMoney) verdict.falseStatus.push(`${operation.id} was sent and had no money`);
  }
}

/** True of what moves on money whose block the chain gave up. */
function wasUndone({ chain }: ClaimEnvironment, { account }: SignedOperation): boolean {
  return chain.orphans.some(({ receipts }) =>
    receipts.map(movementOf).some((each) => each.to === account && isMoney(each)),
  );
}

function isReplacedBy(operation: SignedOperation, hashes: readonly string[]): boolean {
  if (operation.status !== 'replaced' || operation.replacedBy === null) return false;
  return hashes.includes(operation.replacedBy.transactionHash);
}

/** What was stored for it and is no longer: its users don't repeat what they were told is done. */
function isForgotten(
  { repository, lostClaims }: ClaimEnvironment,
  { key, ends }: ScriptedClaim,
): boolean {
  const { lostKeys, lostEnds } = repository.server;
  const keys = [key, ...ends.map((end) => end.key)];
  return keys.some((each) => lostKeys.has(each) || lostEnds.has(each)) || lostClaims.has(key);
}

function isRefusedOver({ outcome }: ScriptedClaim['ends'][number]): boolean {
  return outcome !== 'pending' && 'refused' in outcome && outcome.refused === 'claim-over';
}

function isIntended(claims: readonly ScriptedClaim[], senderId: string, address: string): boolean {
  return claims.some(
    (claim) =>
      claim.senderId === senderId &&
      [claim.senderId, claim.recipientId].map(addressOfUser).some((each) => each === address),
  );
}

function movementsOf(tip: SimulatedBlock): readonly Movement[] {
  const found: Movement[] = [];
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    found.push(...block.receipts.filter(({ isSuccess }) => isSuccess).map(movementOf));
  }
  return found;
}

function movementOf({ transaction: { from, to, value, data } }: ChainReceipt): Movement {
  if (data === '0x') return { from, to, units: value, isNative: true };
  const { to: recipient, amount: units } = decodeTransfer(data);
  return { from, to: recipient, units, isNative: false };
}

/** Looks at every change whether two operations that may both move the money of one claim are stored. */
export function watchClaimEnds({ repository, claims }: ClaimEnvironment): ReadonlySet<string> {
  const errors = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const { account } = entry.operation;
    const rivals = [...repository.entries.values()].filter(
      ({ operation }) => operation.account === account && operation.id !== id,
    );
    const isNew = !repository.entries.has(id) && !isTerminal(entry.operation);
    const isEnd = [...claims.values()].some(({ terms }) => terms.address === account);
    if (isNew && isEnd && rivals.some(({ operation }) => keepsClaim(operation.status))) {
      errors.add(`${id} was stored beside another end of ${account}`);
    }
    return set(id, entry);
  };
  return errors;
}
