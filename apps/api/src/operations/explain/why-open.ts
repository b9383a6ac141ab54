import { cancellationsOf } from '#domain/operation/cancellation';
import {
  isPrivateTransaction,
  type Operation,
  type SentOperation,
} from '#domain/operation/operation';
import type { FoundOperation } from '../../ports/open-operations.ts';
import { endText } from './end-text.ts';
import { firstUnusedNonce, noncesOf } from './nonces.ts';
import type { Situation } from './situation.ts';
import { durationText, gweiText, nativeText, timeText } from './texts.ts';

/** By why an operation is to be cancelled. */
const REQUESTED_BY = {
  user: 'requested by its user',
  expired: 'no block had it for 24 hours',
  operator: 'requested by an operator',
} as const;

/** @returns in one or two sentences why an operation is not final, or how it ended. Without amounts or recipients. */
export function whyOpen(found: FoundOperation, situation: Situation): string {
  const { operation } = found;
  switch (operation.status) {
    case 'created':
      return whyUnproved(found);
    case 'needs_unlock':
      return 'Waiting for its user to sign in: their wallet is locked.';
    case 'prepared':
      return whyUnsigned(found, situation);
    case 'signed':
    case 'broadcast':
      return [progressText(operation, situation), obstacleText(operation, situation)]
        .filter((sentence) => sentence !== null)
        .join(' ');
    case 'mined':
      return whyMined(operation, situation);
    default:
      return endText(operation);
  }
}

function whyUnproved({ progress }: FoundOperation): string {
  if (progress?.share != null) return 'Its proof is being computed.';
  const place = progress?.place ?? 0;
  return place === 0
    ? 'Waiting for its proof, next in the queue.'
    : `Waiting for its proof, with ${place} before it in the queue.`;
}

function whyUnsigned({ operation, dueAt, progress }: FoundOperation, situation: Situation): string {
  const { now, account, feeSymbol } = situation;
  if (progress?.sendWindow != null && dueAt > now) {
    return 'Proved. It waits for its random moment within the window that its user chose.';
  }
  const { feeCeiling } = operation;
  if (account !== null && account.balance < feeCeiling) {
    const has = nativeText(account.balance, feeSymbol, 'down');
    const needs = nativeText(feeCeiling, feeSymbol, 'up');
    return `Waiting for funds of the broadcaster: it has ${has}, and this may cost up to ${needs}.`;
  }
  return 'Proved, waiting for a worker to sign it.';
}

function whyMined(
  operation: Extract<Operation, { status: 'mined' }>,
  { latestBlock, network }: Situation,
): string {
  const { blockNumber, isSuccess } = operation.inclusion;
  if (latestBlock === null) return `In block ${blockNumber}. ${silenceText(network.name)}`;
  const since = latestBlock - blockNumber;
  const count = since < 0n ? 0n : since;
  const confirmations = `In block ${blockNumber}, ${count} of ${network.blocksUntilFinal} confirmations.`;
  if (isSuccess || !isPrivateTransaction(operation)) return confirmations;
  return `${confirmations} It failed there: the pool has to show whether a copy paid it.`;
}

function progressText({ signing, sending }: SentOperation, { now }: Situation): string {
  const { cancelRequest, firstTriedAt, rungsTried } = sending;
  const since = (from: Date) => durationText(now.getTime() - from.getTime());
  if (cancelRequest !== null) {
    const { at, reason } = cancelRequest;
    return `Being cancelled since ${timeText(at, now)}, ${REQUESTED_BY[reason]}.`;
  }
  if (firstTriedAt === null) return `Signed ${since(signing.signedAt)} ago, not sent yet.`;
  const rungs = `rung ${rungsTried} of ${signing.ladder.length} sent`;
  return `Waiting for a block for ${since(firstTriedAt)}; ${rungs}.`;
}

/** What is in the way, the most certain first; null when nothing is known to be. */
function obstacleText(operation: SentOperation, situation: Situation): string | null {
  const { account, network, lane } = situation;
  const before = operationBefore(operation, lane, account?.nextNonce ?? 0);
  if (before !== null) {
    const { id, nonce, kind } = before;
    const role = kind === 'nonce-fill' ? ' and fills a nonce gap' : '';
    return `Behind nonce ${nonce} of the same account, which is operation ${id}${role}.`;
  }
  if (account === null) return silenceText(network.name);
  const { nextNonce } = account;
  const [first = 0] = noncesOf(operation);
  if (nextNonce < first) return gapText(operation, nextNonce);
  const { nonce } = operation.signing;
  if (nextNonce > nonce) {
    const what = isPrivateTransaction(operation)
      ? 'by which transaction, and the pool whether a copy paid it'
      : 'by which transaction';
    return `Nonce ${nonce} is used: a final block has to show ${what}.`;
  }
  return priceText(operation, situation) ?? fundsText(operation, situation) ?? poolText(operation);
}

/** The broadcaster's account has no user whose session could fill it. */
function gapText(operation: SentOperation, nonce: number): string {
  const filler = isPrivateTransaction(operation)
    ? 'The next private payment fills it.'
    : 'It is filled when its user has Kax open.';
  return `Nonce gap: no transaction has nonce ${nonce}. ${filler}`;
}

function operationBefore(
  operation: SentOperation,
  lane: readonly SentOperation[],
  nextNonce: number,
): (Pick<SentOperation, 'id' | 'kind'> & { readonly nonce: number }) | null {
  const own = firstUnusedNonce(operation, nextNonce);
  const before = lane
    .flatMap((other) => noncesOf(other).map((nonce) => ({ id: other.id, kind: other.kind, nonce })))
    .filter(({ nonce }) => nonce >= nextNonce && nonce < own);
  return before.toSorted((one, other) => one.nonce - other.nonce)[0] ?? null;
}

function priceText(
  { signing, sending }: SentOperation,
  { pricePerGas, readSignedCost }: Situation,
): string | null {
  const isCancelling = sending.cancelRequest !== null;
  const dearest = isCancelling ? signing.cancellation : signing.ladder.at(-1);
  if (pricePerGas === null || dearest == null) return null;
  const { maxFeePerGas } = readSignedCost(dearest.raw);
  if (maxFeePerGas >= pricePerGas) return null;
  const name = isCancelling ? 'its cancellation' : 'its highest rung';
  return `The network charges ${gweiText(pricePerGas)}, and ${name} pays ${gweiText(maxFeePerGas)}.`;
}

/** Says of a user's account only that it lacks something, not how much it has. */
function fundsText(
  operation: SentOperation,
  { account, readSignedCost, feeSymbol }: Situation,
): string | null {
  const { signing, sending } = operation;
  const [cheapest] = sending.cancelRequest === null ? signing.ladder : cancellationsOf(signing);
  if (account === null || cheapest === undefined) return null;
  const { needed } = readSignedCost(cheapest.raw);
  if (account.balance >= needed) return null;
  if (!isPrivateTransaction(operation)) return `The account has too little ${feeSymbol} for it.`;
  const has = nativeText(account.balance, feeSymbol, 'down');
  return `Waiting for funds of the broadcaster: it has ${has}, and this needs ${nativeText(needed, feeSymbol, 'up')}.`;
}

function poolText({ status, sending }: SentOperation): string | null {
  const isRefused = status === 'signed' && sending.firstTriedAt !== null;
  return isRefused ? 'No node is known to have accepted it.' : null;
}

function silenceText(network: string): string {
  return `No node of ${network} responds.`;
}
