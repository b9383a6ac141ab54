import type { PrivateAddress } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { createBroadcasterRecords } from '../operations/create-broadcaster-records.ts';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import type { PoolTransaction } from '../ports/shielded-pool.ts';
import type { ShieldedBalances } from '../ports/shielded-views.ts';
import { type Consolidation, createConsolidation } from '../shielding/consolidate-notes.ts';
import type { OpenWallets, UserWallet } from '../shielding/open-wallets.ts';
import { createPoolWatch, type PoolWatch } from '../shielding/pool-watch.ts';
import { createProver, type Prover } from '../shielding/prove-private-transactions.ts';
import type { ShieldingPorts } from '../shielding/shielding-ports.ts';
import { ownerOfUser, type PrivateEnvironment, type ProverRun } from './private-environment.ts';
import { READABLE_SEALS } from './readable-seals.ts';
import type { SimulatedBlock, SimulatedChain } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';
import { noteName, notesOf, type SimulatedNote } from './simulated-notes.ts';
import type { SimulatedPrivateTransaction, SimulatedProof } from './simulated-pool-calls.ts';
import { historyOf, timesOf } from './simulated-private-history.ts';
import { simulateProof } from './simulated-proof.ts';
import type { Process } from './simulation.ts';

const FRAGMENTED_FROM = 4;
const WATCH_EVERY_MS = 1_000;
const PROVE_EVERY_MS = 500;
const CONSOLIDATE_EVERY_MS = 5_000;
const RULES = { everyMs: 20_000, quietMs: 4_000 };

/** Starts the process that proves: the real code over a simulated pool. */
export function startProver(environment: PrivateEnvironment): ProverRun {
  const process: Process = { name: 'prover', isDead: false };
  const { privateTransactions } = environment.repositoryOf(process);
  const sealedFor = new Set<string>();
  const wallets = new Map<string, UserWallet>();
  const open: OpenWallets = {
    find: (userId) => wallets.get(userId) ?? null,
    all: () => [...wallets.values()],
    async sync() {
      for (const userId of sealedFor) {
        if (!wallets.has(userId)) wallets.set(userId, walletOf(userId));
      }
      return [];
    },
    closeAll: () => undefined,
  };
  const ports = portsOf(environment, process, privateTransactions);
  const watch = createPoolWatch(ports, open, () => prover.busy());
  const prover = createProver(ports, open, watch);
  const consolidation = createConsolidation(ports, { open, watch, prover });
  void work(environment, process, { privateTransactions, watch, prover, consolidation });
  return {
    process,
    sealedFor,
    onPrivateTransactions: () => void prover.yieldToPayments().catch(() => undefined),
  };
}

async function work(
  { simulation, tempo }: PrivateEnvironment,
  process: Process,
  parts: {
    readonly privateTransactions: PrivateTransactions;
    readonly watch: PoolWatch;
    readonly prover: Prover;
    readonly consolidation: Consolidation;
  },
): Promise<void> {
  const { privateTransactions, watch, prover, consolidation } = parts;
  const repeat = async (everyMs: number, run: () => Promise<unknown>): Promise<never> => {
    for (;;) {
      await run().catch(() => undefined);
      await simulation.wait(everyMs * tempo.slowdown, process);
    }
  };
  const isReclaimed = () =>
    privateTransactions.reclaim(CHAIN_ID).then(
      () => true,
      () => false,
    );
  // The real process exits when this fails, and is restarted.
  while (!(await isReclaimed())) await simulation.wait(WATCH_EVERY_MS, process);
  void repeat(WATCH_EVERY_MS, watch.run);
  void repeat(CONSOLIDATE_EVERY_MS, consolidation.run);
  void repeat(PROVE_EVERY_MS, async () => {
    while (await prover.run());
  });
}

function walletOf(userId: string): UserWallet {
  return {
    userId,
    chainId: CHAIN_ID,
    viewKey: new Uint8Array(32),
    walletId: userId,
    privateAddress: ownerOfUser(userId),
    encryptionKey: '',
  };
}

function portsOf(
  environment: PrivateEnvironment,
  process: Process,
  privateTransactions: PrivateTransactions,
): ShieldingPorts {
  const { simulation, token, native, views } = environment;
  const { inUse, all } = environment.broadcasters;
  const node = environment.nodeOf(process);
  let tip = environment.chain.tip;
  const notesIn = (userId: string) => notesOf(tip.balances, ownerOfUser(userId));

  return {
    tokens: [token],
    nativeCoinId: native.id,
    broadcasterAddress: inUse,
    records: environment.alterBroadcasterRecords(
      createBroadcasterRecords({
        operations: environment.repositoryOf(process).operations,
        chain: node,
        broadcaster: { address: inUse, others: all.filter((each) => each !== inUse) },
        clock: { now: () => simulation.now() },
        report: () => undefined,
      }),
    ),
    consolidation: RULES,
    calls: node,
    key: { keyId: 'run' },
    wallets: { markOpen: async () => undefined },
    seals: { ...READABLE_SEALS, isSigned: () => true, sign: () => Buffer.alloc(0) },
    randomness: { uuid: environment.uuid },
    privateTransactions,
    views: {
      blockTimes: async (_chainId: number, blocks: readonly number[]) =>
        new Map(blocks.map((block) => [block, simulation.now()])),
      writeHistory: async () => undefined,
      async writeBalances({ userId }: UserWallet, { byToken, newest }: ShieldedBalances) {
        await simulation.wait(simulation.random.integer(0, 3), process);
        views.set(userId, { spendable: byToken.get(token.id)?.spendable ?? 0n, newest });
      },
    },
    pool: {
      chainId: CHAIN_ID,
      latestBlock: async () => (await node.heads()).latest.number,
      // The software asks nodes for events from its newest note on: a node that is behind has none for it.
      async look({ leastBlock = 0n }: { readonly leastBlock?: bigint }) {
        const { latest } = await node.heads();
        if (latest.number >= tip.number) tip = blockOf(environment.chain, latest.hash);
        return latest.number >= leastBlock ? tip.number : null;
      },
      blockTimes: async (blocks: readonly number[]) => timesOf(tip, blocks),
      noteCount: async () => Number(tip.number),
      balances: async (userId: string) => [{ spendable: worth(notesIn(userId)), pending: 0n }],
      history: async (userId: string) => historyOf(tip, ownerOfUser(userId), token),
      async fragmented(userId: string) {
        const largest = notesIn(userId).slice(0, FRAGMENTED_FROM);
        return largest.length < FRAGMENTED_FROM ? [] : [{ token, amount: worth(largest) }];
      },
      prove: (
        transaction: PoolTransaction,
        notify?: (share: number) => void,
        signal?: AbortSignal,
      ) => {
        const choose = () => chooseNotes(environment, transaction, tip);
        const plan = { choose, broadcasterFee: null, shares: [0.3, 0.6, 1] };
        return simulateProof(environment, plan, { process, onProgress: notify, signal });
      },
    },
    clock: { now: () => simulation.now(), sleep: (ms: number) => simulation.wait(ms, process) },
    report: () => undefined,
  } as unknown as ShieldingPorts;
}

/** The block of a hash that a node reported lately, whatever it has been replaced by since. */
function blockOf({ tips }: SimulatedChain, hash: string): SimulatedBlock {
  for (const tip of tips) {
    for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
      if (block.hash === hash) return block;
    }
  }
  throw new Error('No node has had this block lately.');
}

function worth(notes: readonly SimulatedNote[]): BaseUnits {
  return toBaseUnits(notes.reduce((sum, { amount }) => sum + amount, 0n));
}

/**
 * Chooses notes that cover the amount: the largest for a consolidation, which is one proof; otherwise the smallest, so
 * that most payments have several proofs, one for each note.
 */
function chooseNotes(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  { balances }: SimulatedBlock,
): SimulatedPrivateTransaction | null {
  const owner = ownerOfUser(transaction.spender.walletId);
  const isConsolidation = transaction.recipient === owner;
  const largestFirst = notesOf(balances, owner);
  const chosen: SimulatedNote[] = [];
  let rest: bigint = transaction.amount;
  for (const note of isConsolidation ? largestFirst : largestFirst.toReversed()) {
    if (rest <= 0n) break;
    chosen.push(note);
    rest -= note.amount;
  }
  if (rest > 0n) return null;
  const groups = isConsolidation ? [chosen] : chosen.map((note) => [note]);
  const isBound = environment.proofs === 'bound' && groups.length > 1;
  const boundTo = isBound ? chosen.map(({ name }) => name) : null;
  rest = transaction.amount;
  return groups.map((notes) => {
    const value = worth(notes);
    const amount = value < rest ? value : rest;
    rest -= amount;
    return { ...proofOf(environment, transaction, { notes, amount }), boundTo };
  });
}

/** Spends these notes: the amount goes to the recipient, and the rest returns. */
function proofOf(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  { notes, amount }: { readonly notes: readonly SimulatedNote[]; readonly amount: bigint },
): Omit<SimulatedProof, 'boundTo'> {
  const { spender } = transaction;
  const make = (to: PrivateAddress, units: bigint) => {
    environment.noteCount += 1;
    return { name: noteName(to, environment.noteCount), amount: units.toString() };
  };
  const spent = notes.map(({ name }) => name);
  const left = worth(notes) - amount;
  // The local chain's proofs make a note of nothing as well; Polygon's do not.
  const change =
    left > 0n || environment.makesEmptyNotes ? [make(ownerOfUser(spender.walletId), left)] : [];
  if (transaction.kind === 'unshield') {
    return { spent, made: change, paid: { to: transaction.recipient, amount: amount.toString() } };
  }
  const { memo } = transaction;
  const made = { ...make(transaction.recipient, amount), ...(memo !== null && { memo }) };
  return { spent, made: [made, ...change], paid: null };
}
