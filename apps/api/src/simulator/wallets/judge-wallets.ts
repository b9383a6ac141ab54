import { isSigned, isTerminal, type Operation } from '#domain/operation/operation';
import { type Judgement, judgeOperation } from '../judge.ts';
import { findReceipt, isPaidTo, type SimulatedBlock } from '../simulated-chain.ts';
import { worthOfNotes } from '../simulated-notes.ts';
import { decodePrivateTransaction } from '../simulated-pool-calls.ts';
import { arrivalOf, POOL_FEE_BPS, paidOut, share } from './wallet-chain.ts';
import {
  DUST,
  ownerOf,
  type RemovedWallet,
  tokensOf,
  type WalletEnvironment,
} from './wallet-environment.ts';
import type { ScriptedDeletion, WalletRecord } from './wallet-user.ts';

/** What went wrong, as sentences; all empty in a clean run. */
export interface WalletJudgement extends Judgement {
  /** A wallet that was deleted with money in it, or that did something afterwards. */
  readonly deletions: readonly string[];
  /** An amount, a fee or a balance that disagrees with the chain. */
  readonly amounts: readonly string[];
}

type Verdict = Record<keyof WalletJudgement, string[]>;

/** When each user last had more than dust, outside the pool and in it. */
export type LastHeld = ReadonlyMap<
  string,
  { readonly outside: Date | null; readonly inside: Date | null }
>;

/** Compares what users were told, what is stored and what was deleted with the chain. */
export function judgeWallets(
  environment: WalletEnvironment,
  record: WalletRecord,
  { worth, held }: { readonly worth: bigint; readonly held: LastHeld },
): WalletJudgement {
  const { chain, repository, removed } = environment;
  const verdict: Verdict = {
    ...{ lost: [], double: [], falseStatus: [], stuck: [] },
    ...{ deletions: [], amounts: [] },
  };
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  for (const operation of operations) {
    if (isSigned(operation)) judgeOperation(verdict, chain.tip, operation);
    else if (!isTerminal(operation)) verdict.stuck.push(`${operation.id} (${operation.status})`);
    judgeUnshield(verdict, environment, operation);
  }
  judgeMoves(verdict, environment, record);
  for (const wallet of removed) judgeRemoved(verdict, environment, { wallet, operations });
  for (const deletion of record.deletions) judgeResponse(verdict, environment, { deletion, held });
  const left = worthOf(chain.tip.balances);
  if (left !== worth) verdict.lost.push(`${worth} tokens became ${left}`);
  return verdict;
}

/** @returns all tokens and native coins of everyone but for network fees: notes included */
export function worthOf(balances: ReadonlyMap<string, bigint>): bigint {
  const outside = [...balances].filter(([key]) => key.endsWith(' token'));
  return worthOfNotes(balances) + outside.reduce((sum, [, units]) => sum + units, 0n);
}

function judgeMoves(
  verdict: Verdict,
  { chain, repository }: WalletEnvironment,
  { moves }: WalletRecord,
): void {
  for (const { key, kind, outcome, recipient, withinMinutes } of moves) {
    const entry = [...repository.entries.values()].find((each) => each.idempotencyKey === key);
    const status = entry?.operation.status ?? null;
    if (outcome === 'pending') {
      if (entry === undefined && withinMinutes === null) continue;
    } else if ('refused' in outcome) {
      if (status === 'confirmed') verdict.falseStatus.push(`${key} was refused and paid`);
    } else if (status === null) verdict.lost.push(`${key} has a hash and no operation`);
    const isStranger = recipient?.startsWith('0xeee') === true;
    const paid = isStranger ? countPayments(chain.tip, recipient) : null;
    if (paid === null) continue;
    if (paid > 1) verdict.double.push(`${key} was paid ${paid} times`);
    if ((status === 'confirmed') !== (paid === 1)) {
      verdict.falseStatus.push(`${key} (${kind}, ${status}) was paid ${paid} times`);
    }
  }
}

function countPayments(tip: SimulatedBlock, recipient: string): number {
  let count = 0;
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      const isTheirs = isPaidTo(transaction, recipient) || paidOut(transaction)?.to === recipient;
      if (isSuccess && isTheirs) count += 1;
    }
  }
  return count;
}

/** An unshield took the notes that it says, and what it says reached its recipient. */
function judgeUnshield(
  verdict: Verdict,
  { chain, rules, token }: WalletEnvironment,
  operation: Operation,
): void {
  if (operation.kind !== 'unshield' || operation.status !== 'confirmed') return;
  const { id, amount, pool, tokenId, recipient, inclusion } = operation;
  const found = findReceipt(chain.tip, inclusion.transactionHash);
  const arrival = found && arrivalOf(found.receipt.transaction, rules);
  if (found === null || arrival === null) {
    verdict.amounts.push(`${id} is confirmed, and unshielded nothing`);
    return;
  }
  if (pool?.poolFee !== share(amount, POOL_FEE_BPS)) {
    verdict.amounts.push(`${id} does not have the pool's fee`);
  }
  if (arrival.to !== recipient) verdict.amounts.push(`${id} went to ${arrival.to}`);
  const arrived = tokenId === token.id ? inclusion.arrived : amount - (pool?.poolFee ?? 0n);
  if (arrived !== arrival.units) {
    verdict.amounts.push(`${id} says that ${arrived} arrived, not ${arrival.units}`);
  }
  const charged = chargedIn(found.receipt.transaction.data);
  if ((pool?.broadcasterFee ?? 0n) !== charged) {
    verdict.amounts.push(`${id} says that it paid ${pool?.broadcasterFee}, not ${charged}`);
  }
}

/** @returns what the broadcaster got in notes */
function chargedIn(data: string): bigint {
  const made = decodePrivateTransaction(data).flatMap((proof) => proof.made);
  const fees = made.filter(({ name }) => name.startsWith('0zkbroadcaster.'));
  return fees.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** Only what was stored after its end reaches a deleted wallet, and nothing leaves it. */
function judgeRemoved(
  verdict: Verdict,
  environment: WalletEnvironment,
  {
    wallet,
    operations,
  }: { readonly wallet: RemovedWallet; readonly operations: readonly Operation[] },
): void {
  const { chain, signedBytes } = environment;
  const { owner, signedBefore, stored, open } = wallet;
  const name = `wallet ${owner.userId}`;
  const { outside, inside } = tokensOf(environment, chain.tip, owner.userId);
  const addresses: readonly string[] = [owner.publicAddress, owner.privateAddress];
  const later = operations.filter((o) => addresses.includes(o.recipient) && !stored.has(o.id));
  const left = outside + inside - later.reduce((sum, each) => sum + arrivedOf(each), 0n);
  if (left > DUST) {
    verdict.deletions.push(
      `${name} was deleted with ${left} tokens: ${outside}, ${inside} private`,
    );
  }
  for (const id of open) verdict.deletions.push(`${name} was deleted while ${id} was in progress`);
  for (const { id, userId } of operations) {
    if (userId !== owner.userId || stored.has(id)) continue;
    verdict.deletions.push(`${name} was deleted, and then began ${id}`);
  }
  const signed = [...signedBytes.values()].slice(signedBefore);
  for (const { hash, from } of signed) {
    if (from === owner.publicAddress) {
      verdict.deletions.push(`${name} was deleted, and then signed ${hash}`);
    }
  }
}

function arrivedOf(operation: Operation): bigint {
  if (operation.status !== 'confirmed') return 0n;
  return operation.inclusion.arrived ?? operation.amount;
}

/** For this long, a node or a cache may show what was true before. */
const BEHIND_MS = 60_000;

/** A refusal says what was so, at that time or shortly before. */
function judgeResponse(
  verdict: Verdict,
  { removed }: WalletEnvironment,
  { deletion, held }: { readonly deletion: ScriptedDeletion; readonly held: LastHeld },
): void {
  const { userId, requestedAt, response, wasBusy } = deletion;
  const name = `the deletion of ${userId} at ${requestedAt.toISOString()}`;
  if (response === 'deleted') {
    const isTrue = removed.some(({ owner }) => owner.userId === userId);
    if (!isTrue) verdict.falseStatus.push(`${name} never happened`);
    return;
  }
  const { refused, sentence = '' } = response;
  if (refused === 'operations-open' && !wasBusy) {
    verdict.falseStatus.push(`${name} was refused, and nothing was in progress`);
  }
  if (refused !== 'wallet-not-empty') return;
  const since = requestedAt.getTime() - BEHIND_MS;
  const last = held.get(ownerOf(userId).userId);
  const isHeld = (place: 'outside' | 'inside') => (last?.[place]?.getTime() ?? 0) >= since;
  const isFalse = sentence
    .split(';')
    .filter((place) => place.includes(' TOK'))
    .some((place) => !isHeld(place.includes('in your private balance') ? 'inside' : 'outside'));
  if (isFalse) verdict.falseStatus.push(`${name} was refused, and nothing was there: ${sentence}`);
}
