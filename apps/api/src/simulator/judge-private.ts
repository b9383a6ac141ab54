import { readMessage } from '#domain/message/private-message';
import { cancellationsOf, isCancelled } from '#domain/operation/cancellation';
import { isTerminal, type Operation, type Rung } from '#domain/operation/operation';
import { isPaidInPart } from '#domain/operation/outcome';
import { balanceKey } from './balance-key.ts';
import { type Judgement, judgeOperation } from './judge.ts';
import { operationOfRow, type PrivateTransactionRow } from './memory-private-rows.ts';
import { SIMULATED_BROADCASTERS } from './memory-private-transactions.ts';
import { hashesOf } from './memory-repository.ts';
import { FEE_LIMIT, type PrivateEnvironment } from './private-environment.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { notesOf, ownerOfNote, worthOfNotes } from './simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import { keyOfRepeat } from './simulated-private-user.ts';

type Verdict = Record<keyof Judgement, string[]>;

/** What is known to go wrong, counted by itself. */
export interface PrivateLimits {
  /**
   * Payments that ended unpaid and were requested again, before a failover forgot the end: the first request goes on
   * beside the second.
   */
  readonly repeatedLostEnds: readonly string[];
}

/** Compares the responses that users received, the stored operations and the notes with the chain. */
export function judgePrivately(
  environment: PrivateEnvironment,
  requests: readonly ScriptedPrivateRequest[],
  { ended, worth }: { readonly ended: readonly Operation[]; readonly worth: bigint },
): Judgement & PrivateLimits {
  const { chain, store, repository } = environment;
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  const repeatedLostEnds: string[] = [];
  const rows = [...store.rows.values()];
  const isPaid = (row: PrivateTransactionRow) =>
    operationOfRow(repository, row).status === 'confirmed';
  const { lostKeys, lostEnds } = repository.server;
  for (const { key, outcome } of requests) {
    const row = rows.find((each) => each.request.idempotencyKey === key);
    if (outcome === 'pending') verdict.stuck.push(`${key} never got a response`);
    else if ('refused' in outcome) {
      if (row !== undefined && isPaid(row) && !lostEnds.has(key))
        verdict.falseStatus.push(`${key} was refused (${outcome.refused}) and paid`);
    } else if (row === undefined && !lostKeys.has(key))
      verdict.lost.push(`${key} has a hash and no operation`);
  }
  for (const to of recipientsOf(requests)) {
    const theirs = rows.filter(({ request }) => request.details.recipient === to);
    const requested = requests.find((each) => each.to.recipient === to)?.amount ?? 0n;
    const received = receivedBy(chain.tip, to);
    const confirmed = theirs
      .filter(isPaid)
      .reduce((sum, { request }) => sum + request.details.amount, 0n);
    const isRepeated = requests.some(
      (each) => each.to.recipient === to && isRepeatedLostEnd(lostEnds, requests, each),
    );
    const sharing = requests.filter((each) => each.to.recipient === to && each.paymentRequest);
    const isShareLost = received === 2n * requested && hasForgotten(repository.server, sharing);
    if (received > requested && !isShareLost) {
      const found = isRepeated && received === 2n * requested ? repeatedLostEnds : verdict.double;
      found.push(`${to} was paid ${received} instead of ${requested}`);
    }
    const isInPart = theirs.some((row) => isPaidInPart(operationOfRow(repository, row)));
    const isTrue = isInPart
      ? received > confirmed && received < confirmed + requested
      : received === confirmed;
    const forgotten = requests.some(
      ({ key, to: { recipient } }) => recipient === to && isForgotten(environment, key),
    );
    if (!isTrue && !(forgotten && confirmed < received))
      verdict.falseStatus.push(`${to} got ${received}, and ${confirmed} is called paid`);
  }
  verdict.falseStatus.push(...judgeMessages(chain.tip, requests));
  for (const operation of ended) {
    if ('signing' in operation) judgeOperation(verdict, chain.tip, operation);
    else if (!isTerminal(operation)) verdict.stuck.push(`${operation.id} (${operation.status})`);
  }
  const left = worthOfNotes(chain.tip.balances);
  const out = recipientsOf(requests).reduce(
    (sum, to) => sum + (chain.tip.balances.get(balanceKey(to, 'token')) ?? 0n),
    0n,
  );
  if (left + out !== worth)
    verdict.lost.push(`${worth} became ${left} in notes and ${out} outside`);
  return { ...verdict, repeatedLostEnds };
}

/** @returns the notes that do not have what their sender wrote to the recipient, and nothing else */
function judgeMessages(
  tip: SimulatedBlock,
  requests: readonly ScriptedPrivateRequest[],
): readonly string[] {
  const messageByRecipient = new Map(
    requests.map(({ to }) => [
      String(to.recipient),
      to.kind === 'internal-transfer' ? to.message : null,
    ]),
  );
  const wrong: string[] = [];
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (!isSuccess || transaction.to !== PRIVATE_TRANSACTION_CONTRACT) continue;
      for (const { name, memo } of decodePrivateTransaction(transaction.data).flatMap(
        ({ made }) => made,
      )) {
        const wanted = messageByRecipient.get(ownerOfNote(name)) ?? null;
        if (readMessage(memo ?? null) !== wanted) wrong.push(`${name} says “${memo}”`);
      }
    }
  }
  return wrong;
}

function isRepeatedLostEnd(
  lostEnds: ReadonlySet<string>,
  requests: readonly ScriptedPrivateRequest[],
  { key }: ScriptedPrivateRequest,
): boolean {
  return lostEnds.has(key) && requests.some((other) => other.key === keyOfRepeat(key));
}

/**
 * True when only the network knows of a payment that a failover lost: its user did not request it again, or cancelled
 * the second request.
 */
function isForgotten({ repository, store }: PrivateEnvironment, key: string): boolean {
  const rows = [...store.rows.values()];
  const row = rows.find(({ request }) => request.idempotencyKey === key);
  const isUnwanted = row === undefined || isCancelled(operationOfRow(repository, row));
  return isUnwanted && repository.server.lostKeys.has(key);
}

/** True where a failover lost one of these payments with its claim, or that one has ended. */
export function hasForgotten(
  { lostKeys, lostEnds }: PrivateEnvironment['repository']['server'],
  payments: readonly Pick<ScriptedPrivateRequest, 'key'>[],
): boolean {
  return payments.some(({ key }) => lostKeys.has(key) || lostEnds.has(key));
}

/** @returns whom users wanted to pay, each once: one who ended unpaid may be paid again under another key. */
export function recipientsOf(requests: readonly ScriptedPrivateRequest[]): readonly string[] {
  return [...new Set(requests.map(({ to }) => to.recipient))];
}

/** @returns what a recipient was paid in all, in public or in notes. */
export function receivedBy({ balances }: SimulatedBlock, recipient: string): bigint {
  const inNotes = notesOf(balances, recipient).reduce((sum, { amount }) => sum + amount, 0n);
  return inNotes + (balances.get(balanceKey(recipient, 'token')) ?? 0n);
}

/**
 * @returns what the broadcaster must not sign: what may cost more than its limit, another call, nonce or account
 *   than that of the operation it belongs to, or what is sent and not stored.
 */
export function judgeSignatures(
  { chain, signedBytes, repository }: PrivateEnvironment,
  ended: readonly Operation[],
): readonly string[] {
  const tooDear = [...signedBytes.values()]
    .filter(({ gas, maxFeePerGas }) => gas * maxFeePerGas > FEE_LIMIT)
    .map(({ hash, nonce }) => `${hash} of nonce ${nonce} may cost more than ${FEE_LIMIT}`);
  const foreign = ended.flatMap((operation) => {
    if (!('signing' in operation)) return [];
    const { nonce, ladder } = operation.signing;
    const call = ladder[0] && signedBytes.get(ladder[0].raw);
    const isOfIt = ({ raw }: Rung, isRung: boolean) => {
      const signed = signedBytes.get(raw);
      const isSigned = signed?.nonce === nonce && signed.from === operation.account;
      return isSigned && (!isRung || signed.data === call?.data);
    };
    return [
      ...ladder.filter((rung) => !isOfIt(rung, true)),
      ...cancellationsOf(operation.signing).filter((each) => !isOfIt(each, false)),
    ].map(({ hash }) => `${hash} is not of ${operation.id}`);
  });
  const stored = new Set([
    ...ended.flatMap((operation) => hashesOf(operation)),
    ...repository.server.lostHashes,
  ]);
  const unstored: string[] = [];
  for (let block: SimulatedBlock | null = chain.tip; block !== null; block = block.parent) {
    for (const {
      transaction: { from, hash, nonce },
    } of block.receipts) {
      if (!SIMULATED_BROADCASTERS.includes(from) || stored.has(hash)) continue;
      unstored.push(`${hash} of nonce ${nonce} was sent and is not stored`);
    }
  }
  return [...tooDear, ...foreign, ...unstored];
}

/** @returns how often an operation was re-priced: each time adds one cancellation. */
export function repricedCount(operation: Operation): number {
  return 'signing' in operation ? cancellationsOf(operation.signing).length - 1 : 0;
}

/** @returns notes that are still reserved for an operation that failed. */
export function staleReservations(
  { store }: PrivateEnvironment,
  ended: readonly Operation[],
): readonly string[] {
  const failed = new Set(ended.filter((o) => o.status === 'failed').map(({ id }) => id));
  return [...store.reserved]
    .filter(([, id]) => failed.has(id))
    .map(([nullifier, id]) => `${nullifier} is reserved for ${id}, which failed`);
}
