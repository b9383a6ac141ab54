import { createBroadcasterRecords } from '../operations/create-broadcaster-records.ts';
import type { BroadcasterRecords } from '../ports/broadcaster-records.ts';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import type { PoolTransaction, ProofOrder, SignedPrivatePlan } from '../ports/shielded-pool.ts';
import type { ClaimedRequest } from '../ports/shielded-requests.ts';
import type { PlacedHistoryItem, ShieldedBalances } from '../ports/shielded-views.ts';
import { createClaimWallets } from '../shielding/claim-wallets.ts';
import { type Consolidation, createConsolidation } from '../shielding/consolidate-notes.ts';
import type { OpenWallets, UserWallet } from '../shielding/open-wallets.ts';
import { createPoolWatch, type PoolWatch } from '../shielding/pool-watch.ts';
import { createProver, type Prover } from '../shielding/prove-private-transactions.ts';
import { createRequestResponder } from '../shielding/respond-to-requests.ts';
import type { ShieldingPorts } from '../shielding/shielding-ports.ts';
import { chooseNotes, estimateOf, simulatedFee, worthOf } from './choose-notes.ts';
import { ownerOfUser, type PrivateEnvironment, type ProverRun } from './private-environment.ts';
import { openSigned, planSimulated } from './private-owners/plans.ts';
import { READABLE_SEALS } from './readable-seals.ts';
import type { SimulatedBlock, SimulatedChain } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';
import { notesOf } from './simulated-notes.ts';
import { historyOf, timesOf } from './simulated-private-history.ts';
import { simulateProof } from './simulated-proof.ts';
import { createClaimAccess, simulatedPhrase } from './simulated-wallets.ts';
import type { Process } from './simulation.ts';

const FRAGMENTED_FROM = 4;
const WATCH_EVERY_MS = 1_000;
const PROVE_EVERY_MS = 500;
const CONSOLIDATE_EVERY_MS = 5_000;
const PROOFS_AT_ONCE = 3;
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
        if (!wallets.has(userId)) wallets.set(userId, walletOf(environment, userId));
      }
      return [];
    },
    closeAll: () => undefined,
  };
  const requests: ClaimedRequest[] = [];
  // No two runs begin at the same moment.
  const runKey = `run ${environment.simulation.now().toISOString()}`;
  const ports = portsOf(environment, process, { privateTransactions, requests, runKey });
  const watch = createPoolWatch(ports, open, () => prover.busy());
  const claimWallets = createClaimWallets(ports);
  const prover = createProver(ports, { open, claimWallets }, watch);
  const consolidation = createConsolidation(ports, { open, watch, prover });
  const responder = createRequestResponder(ports, { open, claimWallets, watch });
  environment.runKey = runKey;
  void work(environment, process, { privateTransactions, watch, prover, consolidation });
  return {
    process,
    sealedFor,
    onPrivateTransactions: () => void prover.yieldToPayments().catch(() => undefined),
    onRequest(request) {
      requests.push(request);
      void responder.take().catch(() => undefined);
    },
  };
}

async function work(
  environment: PrivateEnvironment,
  process: Process,
  parts: {
    readonly privateTransactions: PrivateTransactions;
    readonly watch: PoolWatch;
    readonly prover: Prover;
    readonly consolidation: Consolidation;
  },
): Promise<void> {
  const { privateTransactions, watch, prover, consolidation } = parts;
  const { simulation, tempo } = environment;
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
  for (let proofs = 0; proofs < PROOFS_AT_ONCE; proofs += 1) {
    void repeat(PROVE_EVERY_MS, async () => {
      while (await prover.run());
    });
  }
}

function walletOf({ owning }: PrivateEnvironment, userId: string): UserWallet {
  return {
    userId,
    chainId: CHAIN_ID,
    viewKey: new Uint8Array(32),
    walletId: userId,
    privateAddress: ownerOfUser(userId),
    encryptionKey: '',
    canSign: !owning.users.has(userId),
  };
}

/** What a process finds on the network of the broadcaster's payments. */
export function broadcasterRecordsOf(
  environment: PrivateEnvironment,
  process: Process,
): BroadcasterRecords {
  const { inUse, all } = environment.broadcasters;
  return createBroadcasterRecords({
    operations: environment.repositoryOf(process).operations,
    chain: environment.nodeOf(process),
    broadcaster: { address: inUse, others: all.filter((each) => each !== inUse) },
    clock: { now: () => environment.simulation.now() },
    report: () => undefined,
  });
}

function portsOf(
  environment: PrivateEnvironment,
  process: Process,
  {
    privateTransactions,
    requests,
    runKey,
  }: {
    readonly privateTransactions: PrivateTransactions;
    readonly requests: ClaimedRequest[];
    readonly runKey: string;
  },
): ShieldingPorts {
  const { simulation, token, native } = environment;
  const { inUse } = environment.broadcasters;
  const node = environment.nodeOf(process);
  const pool = poolOf(environment, process, node);
  return {
    tokens: [token],
    nativeCoinId: native.id,
    broadcasterAddress: inUse,
    records: environment.alterBroadcasterRecords(broadcasterRecordsOf(environment, process)),
    consolidation: RULES,
    calls: node,
    key: {
      keyId: runKey,
      open: (sealed: Uint8Array, context: readonly string[]) =>
        Buffer.from(READABLE_SEALS.openWith(Buffer.from(runKey), sealed, context)),
    },
    toPhrase: simulatedPhrase,
    toClaimKey: simulatedPhrase,
    requests: {
      async take() {
        await simulation.wait(simulation.random.integer(0, 3), process);
        return requests.splice(0);
      },
    },
    wallets: { markOpen: async () => undefined },
    seals: { ...READABLE_SEALS, isSigned: () => true, sign: () => Buffer.alloc(0) },
    randomness: { uuid: environment.uuid },
    privateTransactions,
    views: viewsOf(environment, process),
    pool: { ...pool, ...environment.owning.alterPool(pool, environment.chain) },
    clock: { now: () => simulation.now(), sleep: (ms: number) => simulation.wait(ms, process) },
    report: () => undefined,
  } as unknown as ShieldingPorts;
}

/** What users' pages show, as stored in the database. */
function viewsOf({ simulation, token, views, histories }: PrivateEnvironment, process: Process) {
  return {
    blockTimes: async (_chainId: number, blocks: readonly number[]) =>
      new Map(blocks.map((block) => [block, simulation.now()])),
    async writeHistory({ userId }: UserWallet, rows: readonly PlacedHistoryItem[], count: number) {
      const kept = new Map(histories.get(userId)?.map((row) => [row.position, row]));
      for (const row of rows) kept.set(row.position, row);
      histories.set(
        userId,
        [...kept.values()]
          .filter(({ position }) => position < count)
          .sort((left, right) => left.position - right.position),
      );
    },
    async writeBalances({ userId }: UserWallet, { byToken, newest }: ShieldedBalances) {
      await simulation.wait(simulation.random.integer(0, 3), process);
      views.set(userId, { spendable: byToken.get(token.id)?.spendable ?? 0n, newest });
    },
  };
}

/** The pool's software over what nodes say. */
function poolOf(
  environment: PrivateEnvironment,
  process: Process,
  node: ReturnType<PrivateEnvironment['nodeOf']>,
) {
  const { simulation, token } = environment;
  const opening = () => simulation.wait(simulation.random.integer(5, 80), process);
  const claims = createClaimAccess(opening);
  let tip = environment.chain.tip;
  const notesIn = (walletId: string, { balances } = tip) =>
    notesOf(balances, ownerOfUser(walletId));
  const knownOf = (walletId: string) => claims.knownIn(tip, walletId);
  return {
    chainId: CHAIN_ID,
    latestBlock: async () => (await node.heads()).latest.number,
    // The software asks nodes for events from its newest note on: a node that is behind has none for it.
    async look({ leastBlock = 0n }: { readonly leastBlock?: bigint }) {
      const { latest } = await node.heads();
      if (latest.number >= tip.number) tip = blockOf(environment.chain, latest.hash);
      claims.scan();
      return latest.number >= leastBlock ? tip.number : null;
    },
    blockTimes: async (blocks: readonly number[]) => timesOf(tip, blocks),
    ...{ open: claims.open, close: claims.close },
    noteCount: async () => Number(tip.number),
    balances: async (walletId: string) => {
      const known = knownOf(walletId);
      return [{ spendable: known ? worthOf(notesIn(walletId, known)) : 0n, pending: 0n }];
    },
    history: async (walletId: string) => {
      const known = knownOf(walletId);
      return known === null ? [] : historyOf(known, ownerOfUser(walletId), token);
    },
    async fragmented(userId: string) {
      const largest = notesIn(userId).slice(0, FRAGMENTED_FROM);
      return largest.length < FRAGMENTED_FROM ? [] : [{ token, amount: worthOf(largest) }];
    },
    async estimatePrivateTransaction(transaction: PoolTransaction) {
      await simulation.wait(simulation.random.integer(5, 80), process);
      return estimateOf(environment, transaction, knownOf(transaction.spender.walletId));
    },
    async plan(transaction: PoolTransaction) {
      await simulation.wait(simulation.random.integer(5, 80), process);
      return planSimulated(environment, transaction, knownOf(transaction.spender.walletId));
    },
    proveSigned: async (signed: SignedPrivatePlan, { onProgress, signal }: ProofOrder) => {
      const { call, broadcasterFee } = openSigned(signed);
      const plan = { choose: () => call, broadcasterFee, shares: [0.3, 0.6, 1], isPlanned: true };
      return simulateProof(environment, plan, { process, onProgress, signal });
    },
    prove: (transaction: PoolTransaction, { onProgress, signal }: ProofOrder) => {
      const choose = () =>
        chooseNotes(environment, transaction, knownOf(transaction.spender.walletId));
      const broadcasterFee = simulatedFee(transaction);
      const plan = { choose, broadcasterFee, shares: [0.3, 0.6, 1] };
      return simulateProof(environment, plan, { process, onProgress, signal });
    },
  };
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
