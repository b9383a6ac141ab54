import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import {
  type BroadcasterRecordsPorts,
  createBroadcasterRecords,
} from '../../operations/create-broadcaster-records.ts';
import type { BroadcasterRecords } from '../../ports/broadcaster-records.ts';
import type { PoolTransaction, ProofOrder, ShieldedBalance } from '../../ports/shielded-pool.ts';
import type { ShieldedBalances } from '../../ports/shielded-views.ts';
import { createClaimWallets } from '../../shielding/claim-wallets.ts';
import { createConsolidation } from '../../shielding/consolidate-notes.ts';
import type { OpenWallets, UserWallet } from '../../shielding/open-wallets.ts';
import { createPoolWatch } from '../../shielding/pool-watch.ts';
import { createProver } from '../../shielding/prove-private-transactions.ts';
import { createRequestResponder } from '../../shielding/respond-to-requests.ts';
import type { ShieldingPorts } from '../../shielding/shielding-ports.ts';
import { SIMULATED_BROADCASTER } from '../memory-private-transactions.ts';
import type { ProverRun } from '../private-environment.ts';
import { READABLE_SEALS } from '../readable-seals.ts';
import {
  blockBelow,
  type ChainTransaction,
  decodeTransfer,
  POOL_CONTRACT,
  type SimulatedBlock,
  type SimulatedChain,
} from '../simulated-chain.ts';
import { CHAIN_ID } from '../simulated-node.ts';
import { notesOf } from '../simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from '../simulated-pool-calls.ts';
import type { Process } from '../simulation.ts';
import { noteOwner } from './wallet-chain.ts';
import { isRemoved, ownerOf, type WalletEnvironment } from './wallet-environment.ts';
import { proveInWallet, SIMULATED_PROVING } from './wallet-proofs.ts';

const WATCH_EVERY_MS = 1_000;
const RESPOND_EVERY_MS = 250;
const PROVE_EVERY_MS = 500;
const BEAT_EVERY_MS = 2_000;
const CONSOLIDATE_EVERY_MS = 5_000;
const FRAGMENTED_FROM = 4;
const RULES = { everyMs: 20_000, quietMs: 4_000 };

/** Starts the process with the pool: the real code over a simulated pool. */
export function startPool(environment: WalletEnvironment): ProverRun {
  const { simulation, pool } = environment;
  const process: Process = { name: 'prover', isDead: false };
  const { privateTransactions } = environment.repositoryOf(process);
  const sealedFor = new Set<string>();
  const open = openWallets(environment, process, sealedFor);
  const ports = portsOf(environment, process);
  const watch = createPoolWatch(ports, open, () => prover.busy());
  const claimWallets = createClaimWallets(ports);
  const prover = createProver(ports, { open, claimWallets }, watch);
  const responder = createRequestResponder(ports, { open, claimWallets, watch });
  const consolidation = createConsolidation(ports, { open, watch, prover });

  async function beat(): Promise<void> {
    await simulation.wait(simulation.random.integer(0, 3), process);
    const { looked, isComplete } = watch.progress();
    const proving = ports.pool.proving();
    pool.run = { process, seenAt: simulation.now(), looked, isComplete, ...proving };
  }
  async function repeat(everyMs: number, run: () => Promise<unknown>): Promise<never> {
    for (;;) {
      await run().catch(() => undefined);
      await simulation.wait(everyMs, process);
    }
  }
  async function start(): Promise<void> {
    // What was sealed for an earlier run can be opened by no one.
    pool.requests = [];
    await beat();
    const isReclaimed = () =>
      privateTransactions.reclaim(CHAIN_ID).then(
        () => true,
        () => false,
      );
    while (!(await isReclaimed())) await simulation.wait(WATCH_EVERY_MS, process);
    void repeat(WATCH_EVERY_MS, async () => {
      await watch.run();
      await beat();
    });
    void repeat(BEAT_EVERY_MS, beat);
    void repeat(RESPOND_EVERY_MS, responder.take);
    void repeat(CONSOLIDATE_EVERY_MS, consolidation.run);
    for (let proofs = 0; proofs < SIMULATED_PROVING.proofsAtOnce; proofs += 1) {
      void repeat(PROVE_EVERY_MS, async () => {
        while (await prover.run());
      });
    }
  }
  void start();
  return {
    process,
    sealedFor,
    onPrivateTransactions: () => void prover.yieldToPayments().catch(() => undefined),
    onRequest: (request) => void pool.requests.push(request),
  };
}

function openWallets(
  environment: WalletEnvironment,
  process: Process,
  sealedFor: ReadonlySet<string>,
): OpenWallets {
  const { pool } = environment;
  const wallets = new Map<string, UserWallet>();
  return {
    find: (userId) => wallets.get(userId) ?? null,
    all: () => [...wallets.values()],
    async sync() {
      for (const userId of sealedFor) {
        if (isRemoved(environment, userId)) wallets.delete(userId);
        else if (!wallets.has(userId)) wallets.set(userId, walletOf(userId));
      }
      return [...wallets.keys()].filter((userId) => pool.opened.get(userId) !== process);
    },
    closeAll: () => undefined,
  };
}

function walletOf(userId: string): UserWallet {
  const { privateAddress } = ownerOf(userId);
  const viewKey = new Uint8Array(32);
  return {
    userId,
    chainId: CHAIN_ID,
    viewKey,
    walletId: userId,
    privateAddress,
    encryptionKey: '',
    canSign: true,
  };
}

function portsOf(environment: WalletEnvironment, process: Process): ShieldingPorts {
  const { simulation, token, native, pool } = environment;
  const { random } = simulation;
  const node = environment.nodeOf(process);
  // What was found earlier may have been deleted from the disk.
  let tip = blockBelow(environment.chain.tip, environment.chain.tip.number);
  const notesIn = (userId: string, each: Token) =>
    notesOf(tip.balances, noteOwner(ownerOf(userId).privateAddress, each));
  const worth = (notes: ReturnType<typeof notesIn>): BaseUnits =>
    toBaseUnits(notes.reduce((sum, { amount }) => sum + amount, 0n));

  return {
    tokens: [token, native],
    nativeCoinId: native.id,
    broadcasterAddress: SIMULATED_BROADCASTER,
    records: recordsOf(environment, process, node),
    consolidation: RULES,
    calls: node,
    key: { keyId: 'run' },
    seals: { ...READABLE_SEALS, isSigned: () => true, sign: () => Buffer.alloc(0) },
    randomness: { uuid: environment.uuid },
    privateTransactions: environment.repositoryOf(process).privateTransactions,
    clock: { now: () => simulation.now(), sleep: (ms: number) => simulation.wait(ms, process) },
    report: () => undefined,
    wallets: {
      async markOpen(_keyId: string, userIds: readonly string[]) {
        await simulation.wait(random.integer(0, 3), process);
        for (const userId of userIds) pool.opened.set(userId, process);
      },
    },
    requests: {
      async take() {
        await simulation.wait(random.integer(0, 3), process);
        return pool.requests.splice(0);
      },
    },
    views: {
      blockTimes: async (_chainId: number, blocks: readonly number[]) =>
        new Map(blocks.map((block) => [block, simulation.now()])),
      writeHistory: async () => undefined,
      async writeBalances({ userId }: UserWallet, balances: ShieldedBalances) {
        await simulation.wait(random.integer(0, 3), process);
        pool.balances.set(userId, { ...balances, process, asOf: simulation.now() });
      },
    },
    pool: {
      chainId: CHAIN_ID,
      latestBlock: async () => (await node.heads()).latest.number,
      async look({ leastBlock = 0n }: { readonly leastBlock?: bigint }) {
        const found = await node.heads();
        const block = blockOf(environment.chain, found.latest.hash);
        // What it knows above, the pool of that block lacks.
        if (block.number < tip.number || block.number < leastBlock) return null;
        tip = block;
        return block.number;
      },
      noteCount: async () => Number(tip.number),
      balances: async (userId: string, tokens: readonly Token[]): Promise<ShieldedBalance[]> =>
        tokens.map((each) => ({
          spendable: worth(notesIn(userId, each)),
          pending: toBaseUnits(0n),
        })),
      history: async (userId: string) => historyOf(tip, userId),
      async fragmented(userId: string) {
        const largest = notesIn(userId, token).slice(0, FRAGMENTED_FROM);
        return largest.length < FRAGMENTED_FROM ? [] : [{ token, amount: worth(largest) }];
      },
      getReadyToProve: async () => false,
      proving: () => SIMULATED_PROVING,
      prove: (transaction: PoolTransaction, { onProgress, signal }: ProofOrder) =>
        proveInWallet(environment, transaction, { process, seen: tip, onProgress, signal }),
    },
  } as unknown as ShieldingPorts;
}

function recordsOf(
  { simulation, repositoryOf }: WalletEnvironment,
  process: Process,
  chain: BroadcasterRecordsPorts['chain'],
): BroadcasterRecords {
  return createBroadcasterRecords({
    ...{ operations: repositoryOf(process).operations, chain },
    broadcaster: { address: SIMULATED_BROADCASTER, others: [] },
    clock: { now: () => simulation.now() },
    report: () => undefined,
  });
}

/** The block of a hash that a node reported lately, whatever it has been replaced by since. */
function blockOf({ tips, orphans }: SimulatedChain, hash: string): SimulatedBlock {
  for (const tip of [...tips, ...orphans.slice(-20)]) {
    for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
      if (block.hash === hash) return block;
    }
  }
  throw new Error('No node has had this block lately.');
}

/** The transactions that spent or created notes of a user, with only the fields that a page needs. */
function historyOf(tip: SimulatedBlock, userId: string) {
  const items: { readonly transactionHash: string; readonly blockNumber: number }[] = [];
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (!isSuccess || !hasNotesOf(transaction, userId)) continue;
      items.push({ transactionHash: transaction.hash, blockNumber: Number(block.number) });
    }
  }
  return items;
}

function hasNotesOf({ to, data }: ChainTransaction, userId: string): boolean {
  if (to === POOL_CONTRACT)
    return `0zk${decodeTransfer(data).to.slice(2)}` === ownerOf(userId).privateAddress;
  if (to !== PRIVATE_TRANSACTION_CONTRACT) return false;
  const notes = decodePrivateTransaction(data).flatMap(({ spent, made }) => [
    ...spent,
    ...made.map(({ name }) => name),
  ]);
  return notes.some((name) => name.startsWith(`user${userId}.`));
}
