import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { isSigned, isTerminal, isWithoutEffect, type Operation } from '#domain/operation/operation';
import { releaseAll } from './account-locks.ts';
import { balanceKey } from './balance-key.ts';
import { type Judgement, judgeOperation } from './judge.ts';
import { createMemoryBook } from './memory-operations.ts';
import { createMemorySpends, operationOfRow, type SpendFlaw } from './memory-spend-rows.ts';
import { createMemorySpendBook, SIMULATED_BROADCASTER } from './memory-spends.ts';
import { keepMining, simulatedNetwork } from './simulate.ts';
import { type SimulatedBlock, SimulatedChain } from './simulated-chain.ts';
import { createSimulatedNode, type SignedBytes } from './simulated-node.ts';
import { decodeSpend, noteKey, noteName, SPEND_CONTRACT, worthOfNotes } from './simulated-notes.ts';
import { startProver } from './simulated-prover.ts';
import { simulatedUuid } from './simulated-server.ts';
import {
  makeSpendWish,
  type SpendServer,
  type SpendWish,
  startSpendServer,
  startSpendWorker,
} from './simulated-spender.ts';
import { ownerOfUser, type SpendSurroundings } from './spend-surroundings.ts';
import { type Process, World } from './world.ts';

export interface SpendSimulation {
  readonly seed: number;
  /** Breaks the server of this run, to show that the simulator sees it. */
  readonly flaw?: SpendFlaw;
}

export interface SpendReport extends Judgement {
  /** A note that two operations were to spend which both could, and what was kept for an operation that failed. */
  readonly noteTrouble: readonly string[];
  readonly wishes: number;
  readonly paid: number;
  readonly consolidated: number;
  readonly takenBack: number;
  readonly crashes: number;
  readonly reorganisations: number;
}

const USERS = ['1', '2'] as const;
const TROUBLED_MS = 60_000;
const CALM_MS = 20 * 60_000;
const RESTART_MS = 1_500;

/**
 * Lets people pay privately through the real code while processes die, the one that proves among them, nodes time
 * out or lag and blocks are reorganised; then lets the network calm down and judges what became of every wish, every
 * note and every reservation.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulateSpends({ seed, flaw }: SpendSimulation): Promise<SpendReport> {
  const world = new World(seed);
  const around = surround(world, flaw);
  const { chain, store, book } = around;
  const worth = worthOfNotes(chain.tip.balances);
  const tally = { crashes: 0, reorganisations: 0 };
  const twice = watchNotes(around);
  const server = keepServing(around, tally);
  const wishes = makeWishes(world);
  let open = 0;
  const begin = async (wish: SpendWish) => {
    open += 1;
    await world.wait(world.random.integer(0, TROUBLED_MS / 2));
    await makeSpendWish(around, wish, server);
    open -= 1;
  };
  for (const wish of wishes) void begin(wish);
  let isCalm = false;
  void keepMining(around, tally, { isCalm: () => isCalm, others: 'nobody-meddles' });
  await world.runUntil(() => false, TROUBLED_MS);
  isCalm = true;
  world.crashProbability = 0;
  Object.assign(around.faults, { timeout: 0, staleNode: 0, lostStatement: 0 });
  const operations = () => [...store.rows.values()].map((row) => operationOfRow(book, row));
  await world.runUntil(() => open === 0 && operations().every(isTerminal), CALM_MS);
  const ended = operations();
  return {
    ...judge(around, wishes, { ended, worth }),
    noteTrouble: [...twice, ...keptForNobody(around, ended)],
    wishes: wishes.length,
    paid: wishes.filter((wish) => paymentsTo(chain.tip, wish.to.recipient) > 0).length,
    consolidated: ended.filter((o) => o.kind === 'consolidation' && o.status === 'confirmed')
      .length,
    takenBack: wishes.filter(
      ({ told }) => told !== 'nothing' && 'refused' in told && told.refused === 'cancelled',
    ).length,
    ...tally,
  };
}

function surround(world: World, flaw?: SpendFlaw): SpendSurroundings {
  const { random } = world;
  world.crashProbability = random.pick([0, 0.01, 0.03]);
  const faults = {
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
  };
  const state = new Map([[balanceKey(SIMULATED_BROADCASTER, 'native'), 100_000_000n]]);
  let noteCount = 0;
  for (const user of USERS) {
    for (let left = random.integer(2, 9); left > 0; left -= 1) {
      noteCount += 1;
      state.set(noteKey(noteName(ownerOfUser(user), noteCount)), BigInt(random.integer(50, 400)));
    }
  }
  const chain = new SimulatedChain(world, state);
  const signedBytes: SignedBytes = new Map();
  const network = simulatedNetwork();
  const [native, token] = network.tokens;
  if (native === undefined || token === undefined) throw new Error('The network has no tokens.');
  const book = createMemoryBook();
  const store = createMemorySpends(flaw);
  const around: SpendSurroundings = {
    ...{ world, chain, signedBytes, faults, book, store, token, native, noteCount },
    networks: [network],
    views: new Map(),
    run: null,
    uuid: () => simulatedUuid(world),
    nodeOf: (process) => createSimulatedNode({ world, chain, signedBytes, faults }, process),
    bookOf(process) {
      const roundTrip = async () => {
        await world.wait(random.integer(0, 3), process);
        if (random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
      };
      const tell = () => around.run?.hearSpends();
      return createMemorySpendBook(book, store, { roundTrip, owner: process, tell });
    },
  };
  return around;
}

/** Starts the three processes, and again whichever dies. */
function keepServing(around: SpendSurroundings, tally: { crashes: number }): () => SpendServer {
  const { world, book } = around;
  let server = startSpendServer(around);
  startSpendWorker(around);
  around.run = startProver(around);
  world.onCrash = (process: Process) => {
    tally.crashes += 1;
    releaseAll(book.locks, process);
    if (process === around.run?.process) around.run = null;
    void world.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startSpendServer(around);
      else if (process.name === 'worker') startSpendWorker(around);
      else around.run = startProver(around);
    });
  };
  return () => server;
}

function makeWishes({ random }: World): SpendWish[] {
  return Array.from({ length: random.integer(3, 8) }, (_, number) => ({
    userId: random.pick(USERS),
    key: `key-${number}`,
    amount: BigInt(random.integer(1, 400)),
    to: random.chance(0.5)
      ? {
          kind: 'unshield' as const,
          recipient: `0x${(number + 1).toString(16).padStart(40, 'e')}` as PublicAddress,
        }
      : { kind: 'internal-transfer' as const, recipient: `0zkwish${number}` as PrivateAddress },
    withinMinutes: random.chance(0.2) ? 1 : null,
    isTakenBack: random.chance(0.15),
    told: 'nothing' as const,
  }));
}

/** Looks at every signature: no note of it may be another operation's that can still be carried out, or was. */
function watchNotes({ book, store }: SpendSurroundings): readonly string[] {
  const trouble: string[] = [];
  const set = book.entries.set.bind(book.entries);
  book.entries.set = (id, entry) => {
    if (!isSigned(entry.operation)) return set(id, entry);
    const mine = new Set(store.rows.get(id)?.proved?.nullifiers ?? []);
    for (const [otherId, row] of store.rows) {
      const other = book.entries.get(otherId)?.operation;
      if (otherId === id || other === undefined || !isSigned(other)) continue;
      if (isWithoutEffect(other)) continue;
      const both = (row.proved?.nullifiers ?? []).filter((mark) => mine.has(mark));
      if (both.length > 0) trouble.push(`${id} and ${otherId} were both to spend ${both.join()}`);
    }
    return set(id, entry);
  };
  return trouble;
}

function keptForNobody(
  { store }: SpendSurroundings,
  ended: readonly Operation[],
): readonly string[] {
  const failed = new Set(ended.filter((o) => o.status === 'failed').map(({ id }) => id));
  return [...store.reserved]
    .filter(([, id]) => failed.has(id))
    .map(([mark, id]) => `${mark} is kept for ${id}, which failed`);
}

type Verdict = Record<keyof Judgement, string[]>;

function judge(
  { chain, store, book }: SpendSurroundings,
  wishes: readonly SpendWish[],
  { ended, worth }: { readonly ended: readonly Operation[]; readonly worth: bigint },
): Judgement {
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  for (const wish of wishes) {
    const { key, told } = wish;
    const paid = paymentsTo(chain.tip, wish.to.recipient);
    const row = [...store.rows.values()].find(({ command }) => command.idempotencyKey === key);
    if (paid > 1) verdict.double.push(`${key} was paid ${paid} times`);
    if (told === 'nothing') verdict.stuck.push(`${key} never got an answer`);
    else if ('refused' in told) {
      if (paid > 0) verdict.falseStatus.push(`${key} was refused (${told.refused}) and paid`);
    } else if (row === undefined) verdict.lost.push(`${key} has a hash and no operation`);
    const isPaid = row !== undefined && operationOfRow(book, row).status === 'confirmed';
    if (isPaid !== paid > 0) verdict.falseStatus.push(`${key} is not what the chain says`);
  }
  for (const operation of ended) {
    if ('signing' in operation) judgeOperation(verdict, chain.tip, operation);
    else if (!isTerminal(operation)) verdict.stuck.push(`${operation.id} (${operation.status})`);
  }
  const left = worthOfNotes(chain.tip.balances);
  const out = wishes.reduce(
    (sum, { to }) => sum + (chain.tip.balances.get(balanceKey(to.recipient, 'token')) ?? 0n),
    0n,
  );
  if (left + out !== worth)
    verdict.lost.push(`${worth} became ${left} in notes and ${out} outside`);
  return verdict;
}

function paymentsTo(tip: SimulatedBlock, recipient: string): number {
  let count = 0;
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (transaction.to !== SPEND_CONTRACT || !isSuccess) continue;
      const { made, paid } = decodeSpend(transaction.data);
      const isHers =
        paid?.to === recipient || made.some(({ name }) => name.startsWith(`${recipient}#`));
      if (isHers) count += 1;
    }
  }
  return count;
}
