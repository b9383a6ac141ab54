import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { isTerminal } from '#domain/operation/operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { CallSession, Refusal } from '../../application/call.ts';
import type { MoneyResponse } from '../../modules/wallet/payments/money-response.ts';
import type { PrivateTransaction } from '../../modules/wallet/shielded/parse-pool-request.ts';
import {
  DUST,
  isRemoved,
  operationsOf,
  ownerOf,
  tokensOf,
  WALLET_USERS,
  type WalletEnvironment,
} from './wallet-environment.ts';
import type { WalletServer } from './wallet-server.ts';

/** One request to delete a wallet, with what was true before and after it. */
export interface ScriptedDeletion {
  readonly userId: string;
  readonly requestedAt: Date;
  readonly endedAt: Date;
  readonly response: 'deleted' | Refusal;
  /** Whether something was in progress, or began meanwhile. */
  readonly wasBusy: boolean;
}

/** One payment that a user requests, each to a recipient or for an amount of its own. */
export interface ScriptedMove {
  readonly kind: 'send' | 'shield' | 'unshield' | 'internal-transfer';
  readonly userId: string;
  readonly key: string;
  readonly amount: bigint;
  /** Null for a shield, whose recipient is its own user. */
  readonly recipient: string | null;
  readonly isNative: boolean;
  readonly withinMinutes: number | null;
  outcome: { readonly hash: string } | { readonly refused: string } | 'pending';
}

/** What users did. */
export interface WalletRecord {
  readonly moves: ScriptedMove[];
  readonly deletions: ScriptedDeletion[];
}

type Responses = NonNullable<WalletServer['responses']>;

/** What the user sees of the server: a process that is replaced when it dies. */
export interface Visit {
  readonly environment: WalletEnvironment;
  readonly server: () => WalletServer;
  readonly record: WalletRecord;
  /** True when no one may pay anyone else any more, so that every wallet can become empty. */
  readonly isCalm: () => boolean;
  readonly habit: WalletHabit;
}

/**
 * What users do before they tire of it. `shuttling`: everyone moves everything to and fro between their own balances, and
 * tries to delete the wallet whenever it arrived. `giving`: one user has everything and pays a little of it to the others
 * now and then, and these keep it.
 */
export type WalletHabit = 'mixed' | 'shuttling' | 'giving';

const PATIENCE_MS = 15_000;
const MOST_TRIES = 12;
const LOOK_EVERY_MS = 500;
const MOST_LOOKS = 240;
const TRIES_AFTER = 5;
/** What a private payment leaves for the broadcaster. */
const RESERVE = 8n;
/** Who pays the others where the habit is to give. */
export const GIVER = WALLET_USERS[0];
/** What is paid again and again to wallets that are being deleted: more than dust. */
const GIFT = DUST + 11n;

/** An impatient user tries to delete the wallet all the time, whatever is in it. */
export async function keepDeleting(visit: Visit, userId: string): Promise<void> {
  const { simulation } = visit.environment;
  while (!isRemoved(visit.environment, userId) && !visit.isCalm()) {
    await simulation.wait(simulation.random.integer(100, 2_000));
    await requestDeletion(visit, userId);
  }
}

/** A user moves money about and tries to delete the wallet now and then, until it is deleted. */
export async function closeWallet(visit: Visit, userId: string): Promise<void> {
  const { simulation } = visit.environment;
  const { random } = simulation;
  while (!isRemoved(visit.environment, userId)) {
    // Some wait until everything is final, and a little longer.
    const isLong = !visit.isCalm() && (random.chance(0.4) || isGiver(visit, userId));
    await simulation.wait(isLong ? random.integer(10_000, 30_000) : random.integer(200, 6_000));
    const move = chooseMove(visit, userId);
    const isDeleting = move === null || move.amount <= DUST || random.chance(0.3);
    const requests = [
      ...(move === null ? [] : [makeMove(visit, move)]),
      ...(isDeleting ? [requestDeletion(visit, userId)] : []),
      ...(isDeleting && random.chance(0.2) ? [requestDeletion(visit, userId)] : []),
    ];
    // Whatever is requested together begins at almost the same time.
    await Promise.all(requests);
    if (move !== null && isToSelf(move) && random.chance(visit.habit === 'shuttling' ? 1 : 0.6))
      await deleteAfter(visit, move);
  }
  // A page that is still open.
  if (random.chance(0.5))
    await makeMove(visit, moveOf(visit, { userId, kind: 'send', amount: 1n }));
}

function isToSelf({ kind, userId, recipient }: ScriptedMove): boolean {
  return kind === 'shield' || recipient === ownerOf(userId).publicAddress;
}

/** As soon as money has arrived in the other balance of the wallet, nothing of it must be overlooked. */
async function deleteAfter(visit: Visit, { key, userId }: ScriptedMove): Promise<void> {
  const { simulation, repository } = visit.environment;
  const findOperation = () =>
    [...repository.entries.values()].find(({ idempotencyKey }) => idempotencyKey === key);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const entry = findOperation();
    if (entry === undefined || isTerminal(entry.operation)) break;
    await simulation.wait(LOOK_EVERY_MS);
  }
  for (let tries = 0; tries < TRIES_AFTER; tries += 1) {
    await requestDeletion(visit, userId);
    await simulation.wait(simulation.random.integer(100, 600));
  }
}

function isGiver({ habit }: Visit, userId: string): boolean {
  return habit === 'giving' && userId === GIVER;
}

/** @returns the next payment, of everything that is there; null when there is nothing worth moving */
function chooseMove(visit: Visit, userId: string): ScriptedMove | null {
  const { environment, isCalm } = visit;
  const { random } = environment.simulation;
  const { outside, inside } = tokensOf(environment, environment.chain.tip, userId);
  const reserve = environment.isPaid ? RESERVE : 0n;
  if (visit.habit === 'shuttling' && !isCalm()) {
    if (inside > reserve) {
      return moveOf(visit, { userId, kind: 'unshield', amount: inside - reserve, friend: userId });
    }
    return outside > DUST ? moveOf(visit, { userId, kind: 'shield', amount: outside }) : null;
  }
  const others = WALLET_USERS.filter((id) => id !== userId && !isRemoved(environment, id));
  if (visit.habit === 'giving' && !isCalm()) {
    const isPaying = isGiver(visit, userId) && others.length > 0 && outside > GIFT;
    const friend = others.length > 0 ? random.pick(others) : null;
    return isPaying ? moveOf(visit, { userId, friend, kind: 'send', amount: GIFT }) : null;
  }
  const friend = isCalm() || others.length === 0 || random.chance(0.5) ? null : random.pick(others);
  const self = isCalm() || random.chance(0.4) ? null : userId;
  if (inside > reserve && (outside <= DUST || random.chance(0.5))) {
    const amount = inside - reserve;
    const withinMinutes = !isCalm() && random.chance(0.15) ? 1 : null;
    if (friend !== null && random.chance(0.5))
      return moveOf(visit, { userId, kind: 'internal-transfer', amount, friend });
    return moveOf(visit, {
      userId,
      kind: 'unshield',
      amount,
      friend: self ?? friend,
      withinMinutes,
    });
  }
  if (outside <= DUST) {
    // What is left over may be sent while the wallet is being deleted.
    const isSent = outside > 0n && random.chance(0.5);
    return isSent ? moveOf(visit, { userId, kind: 'send', amount: 1n }) : null;
  }
  const left = BigInt(random.integer(0, Number(DUST)));
  if (!isCalm() && outside > 400n && random.chance(0.5))
    return moveOf(visit, { userId, kind: 'shield', amount: outside });
  return moveOf(visit, { userId, kind: 'send', amount: outside - left, friend });
}

interface Choice extends Pick<ScriptedMove, 'userId' | 'kind' | 'amount'> {
  /** A user of Kax; null for a stranger. */
  readonly friend?: string | null;
  readonly withinMinutes?: number | null;
  readonly isNative?: boolean;
}

function moveOf({ record }: Visit, choice: Choice): ScriptedMove {
  const { friend = null, withinMinutes = null, isNative = false, ...move } = choice;
  const number = record.moves.length + 1;
  const made: ScriptedMove = {
    ...move,
    key: `key-${number}`,
    recipient: move.kind === 'shield' ? null : recipientOf(move.kind, friend, number),
    isNative,
    withinMinutes,
    outcome: 'pending',
  };
  record.moves.push(made);
  return made;
}

function recipientOf(kind: ScriptedMove['kind'], friend: string | null, number: number): string {
  const isPrivate = kind === 'internal-transfer';
  if (friend === null) {
    return isPrivate ? `0zkstranger${number}` : `0x${number.toString(16).padStart(40, 'e')}`;
  }
  const { publicAddress, privateAddress } = ownerOf(friend);
  return isPrivate ? privateAddress : publicAddress;
}

/** Requests one payment as the web client does: the same key for every try. */
async function makeMove(visit: Visit, move: ScriptedMove): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && move.outcome === 'pending'; tries += 1) {
    const response = await request(visit, move.userId, (responses) => post(visit, move, responses));
    if (response === null) continue;
    if ('refused' in response) move.outcome = { refused: response.refused };
    else if ('toSign' in response) throw new Error('A vault has all keys of the simulation.');
    else if (response.hash !== null) move.outcome = { hash: response.hash };
    // What is sent later has its hash later.
    else if (move.withinMinutes !== null) return;
  }
}

function post(
  { environment }: Visit,
  move: ScriptedMove,
  responses: Responses,
): Promise<MoneyResponse | ToBeSigned | Refusal> {
  const { token, native, networks } = environment;
  const { userId, amount, kind, recipient, withinMinutes, key: idempotencyKey } = move;
  const coin = move.isNative ? native : token;
  const call = { ...callOf(userId), idempotencyKey, params: undefined };
  const body = { tokenId: coin.id, amount: amount.toString() };
  const recipientAddress = recipient ?? '';
  switch (kind) {
    case 'send':
      return responses.send({ ...call, body: { ...body, recipientAddress } });
    case 'shield':
      return responses.shield({ ...call, body });
    case 'unshield': {
      const later = withinMinutes === null ? {} : { sendWithinMinutes: withinMinutes };
      return responses.unshield({ ...call, body: { ...body, recipientAddress, ...later } });
    }
    case 'internal-transfer': {
      const place = { network: networks[0], token: coin, feeToken: native };
      const privateTransaction = {
        ...place,
        ...{ amount: toBaseUnits(amount), kind, recipient },
      } as PrivateTransaction;
      const { session, client, respondAsync } = call;
      return responses.transfer({
        ...{ privateTransaction, session, client, idempotencyKey, respondAsync, withinMinutes },
        paid: null,
        asCalled: { call: kind, body: null },
      });
    }
  }
}

async function requestDeletion(visit: Visit, userId: string): Promise<void> {
  const { environment, record } = visit;
  const { simulation } = environment;
  await simulation.wait(simulation.random.integer(0, 300));
  const requestedAt = simulation.now();
  const before = readUse(environment, userId);
  const response = await request(visit, userId, (responses) =>
    responses.remove({
      ...callOf(userId),
      idempotencyKey: undefined,
      params: undefined,
      body: { password: 'secret', confirmation: 'DELETE' },
    }),
  );
  if (response === null) return;
  const after = readUse(environment, userId);
  const wasBusy = before.isBusy || after.isBusy || before.count !== after.count;
  const endedAt = simulation.now();
  const given = 'refused' in response ? response : 'deleted';
  record.deletions.push({ userId, requestedAt, endedAt, response: given, wasBusy });
}

function readUse(environment: WalletEnvironment, userId: string) {
  const theirs = operationsOf(environment, ownerOf(userId));
  return { count: theirs.length, isBusy: theirs.some((operation) => !isTerminal(operation)) };
}

/** @returns the response to one try; null when there was none */
async function request<T>(
  { environment, server }: Visit,
  userId: string,
  call: (responses: Responses) => Promise<T>,
): Promise<T | null> {
  const { simulation } = environment;
  const { responses, process } = server();
  let response: T | null = null;
  async function tryOnce(): Promise<void> {
    await simulation.wait(simulation.random.integer(1, 60), process);
    if (responses === null) return;
    // Any request of a signed-in user brings the keys to the current run.
    environment.run?.sealedFor.add(userId);
    const found = await call(responses).catch(() => null);
    await simulation.wait(simulation.random.integer(1, 60), process);
    response = found;
  }
  await Promise.race([tryOnce(), simulation.wait(PATIENCE_MS)]);
  if (response === null) await simulation.wait(simulation.random.integer(500, 3_000));
  return response;
}

function callOf(userId: string) {
  const { publicAddress, privateAddress } = ownerOf(userId);
  const session: CallSession = {
    ...{ userId, sessionId: 's', accessToken: 't' },
    publicAddress: publicAddress as PublicAddress,
    privateAddress,
    custody: 'assisted',
  };
  const client = {
    ip: '127.0.0.1',
    userAgent: 'simulated',
    device: null,
    work: null,
    approval: null,
    language: 'en' as const,
  };
  return { query: undefined, session, client, respondAsync: false } as const;
}
