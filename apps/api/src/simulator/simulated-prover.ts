import type { PrivateAddress } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type { PrivateSpends } from '../ports/private-spends.ts';
import {
  PoolUnavailable,
  type ProvedSpend,
  type ShieldedHistoryItem,
  type SpendIntent,
} from '../ports/shielded-pool.ts';
import type { ShieldedBalances } from '../ports/shielded-views.ts';
import { type Consolidation, createConsolidation } from '../shielding/consolidate-notes.ts';
import type { OpenWallets, PersonsWallet } from '../shielding/open-wallets.ts';
import { createPoolWatch, type PoolWatch } from '../shielding/pool-watch.ts';
import { createProver, type Prover } from '../shielding/prove-spends.ts';
import type { ShieldingPorts } from '../shielding/shielding-ports.ts';
import { SIMULATED_BROADCASTER } from './memory-spends.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';
import {
  decodeSpend,
  encodeSpend,
  markOf,
  noteName,
  notesOf,
  refusalOfSpend,
  type SimulatedNote,
  SPEND_CONTRACT,
  type SpendCall,
} from './simulated-notes.ts';
import { ownerOfUser, type ProverRun, type SpendSurroundings } from './spend-surroundings.ts';
import type { Process } from './world.ts';

const GAS_LIMIT = 10n;
const SCATTERED_FROM = 4;
const WATCH_EVERY_MS = 1_000;
const PROVE_EVERY_MS = 500;
const CONSOLIDATE_EVERY_MS = 5_000;
const RULES = { everyMs: 20_000, quietMs: 4_000 };

/** Starts the process that proves: the real work over a pool that is played. */
export function startProver(around: SpendSurroundings): ProverRun {
  const process: Process = { name: 'prover', isDead: false };
  const { spends } = around.bookOf(process);
  const sealedFor = new Set<string>();
  const wallets = new Map<string, PersonsWallet>();
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
  const ports = portsOf(around, process, spends);
  const watch = createPoolWatch(ports, open, () => prover.busy());
  const prover = createProver(ports, open, watch);
  const consolidation = createConsolidation(ports, { open, watch, prover });
  void work(around, process, { spends, watch, prover, consolidation });
  return {
    process,
    sealedFor,
    hearSpends: () => void prover.giveWay().catch(() => undefined),
  };
}

async function work(
  { world }: SpendSurroundings,
  process: Process,
  parts: {
    readonly spends: PrivateSpends;
    readonly watch: PoolWatch;
    readonly prover: Prover;
    readonly consolidation: Consolidation;
  },
): Promise<void> {
  const { spends, watch, prover, consolidation } = parts;
  const repeat = async (everyMs: number, turn: () => Promise<unknown>): Promise<never> => {
    for (;;) {
      await turn().catch(() => undefined);
      await world.wait(everyMs, process);
    }
  };
  const isReclaimed = () =>
    spends.reclaim(CHAIN_ID).then(
      () => true,
      () => false,
    );
  // The real process ends when this fails, and is started again.
  while (!(await isReclaimed())) await world.wait(WATCH_EVERY_MS, process);
  void repeat(WATCH_EVERY_MS, watch.turn);
  void repeat(CONSOLIDATE_EVERY_MS, consolidation.turn);
  void repeat(PROVE_EVERY_MS, async () => {
    while (await prover.turn());
  });
}

function walletOf(userId: string): PersonsWallet {
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
  around: SpendSurroundings,
  process: Process,
  spends: PrivateSpends,
): ShieldingPorts {
  const { world, token, native, views } = around;
  const node = around.nodeOf(process);
  let tip = around.chain.tip;
  const notesIn = (userId: string) => notesOf(tip.balances, ownerOfUser(userId));

  return {
    tokens: [token],
    nativeCoinId: native.id,
    broadcasterAddress: SIMULATED_BROADCASTER,
    consolidation: RULES,
    calls: node,
    key: { keyId: 'run' },
    wallets: { markOpen: async () => undefined },
    seals: { isSigned: () => true, sign: () => Buffer.alloc(0) },
    randomness: { uuid: around.uuid },
    spends,
    views: {
      blockTimes: async (_chainId: number, blocks: readonly number[]) =>
        new Map(blocks.map((block) => [block, world.now()])),
      writeHistory: async () => undefined,
      async writeBalances({ userId }: PersonsWallet, { byToken, newest }: ShieldedBalances) {
        await world.wait(world.random.integer(0, 3), process);
        views.set(userId, { spendable: byToken.get(token.id)?.spendable ?? 0n, newest });
      },
    },
    pool: {
      chainId: CHAIN_ID,
      latestBlock: async () => (await node.heads()).latest.number,
      async look() {
        const found = await node.heads();
        // Another node answers than the one that said what the newest block is.
        tip = around.chain.tips.find(({ hash }) => hash === found.latest.hash) ?? around.chain.tip;
        return true;
      },
      noteCount: async () => Number(tip.number),
      balances: async (userId: string) => [{ spendable: worth(notesIn(userId)), pending: 0n }],
      history: async (userId: string) => historyOf(tip, ownerOfUser(userId)),
      async scattered(userId: string) {
        const largest = notesIn(userId).slice(0, SCATTERED_FROM);
        return largest.length < SCATTERED_FROM ? [] : [{ token, amount: worth(largest) }];
      },
      prove: (intent: SpendIntent, tell?: (share: number) => void, signal?: AbortSignal) =>
        prove(around, process, { intent, tell, signal, seen: tip }),
    },
    clock: { now: () => world.now(), sleep: (ms: number) => world.wait(ms, process) },
    report: () => undefined,
  } as unknown as ShieldingPorts;
}

function worth(notes: readonly SimulatedNote[]): BaseUnits {
  return toBaseUnits(notes.reduce((sum, { amount }) => sum + amount, 0n));
}

/** Which transactions spent notes of an owner or made some: no more of them than a page asks for. */
function historyOf(tip: SimulatedBlock, owner: string): readonly Partial<ShieldedHistoryItem>[] {
  const items: Partial<ShieldedHistoryItem>[] = [];
  const isHers = (name: string) => name.startsWith(`${owner}#`);
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (!isSuccess || transaction.to !== SPEND_CONTRACT) continue;
      const { spent, made } = decodeSpend(transaction.data);
      if (!spent.some(isHers) && !made.some(({ name }) => isHers(name))) continue;
      items.push({ transactionHash: transaction.hash, blockNumber: Number(block.number) });
    }
  }
  return items;
}

/** Chooses notes as of the last look, takes its time, and makes a call that anyone may send. */
async function prove(
  around: SpendSurroundings,
  process: Process,
  {
    intent,
    tell,
    signal,
    seen,
  }: {
    readonly intent: SpendIntent;
    readonly tell: ((share: number) => void) | undefined;
    readonly signal: AbortSignal | undefined;
    readonly seen: SimulatedBlock;
  },
) {
  const { world, chain, faults } = around;
  const { random } = world;
  await world.wait(random.integer(50, 300), process);
  if (random.chance(faults.timeout)) throw new PoolUnavailable(CHAIN_ID, 'timeout');
  const call = chooseNotes(around, intent, seen);
  if (call === null) return { ok: false, problem: 'balance-too-low', detail: '' } as const;
  if (refusalOfSpend(chain.tip.balances, call) !== null) {
    return { ok: false, problem: 'not-looked', detail: '' } as const;
  }
  for (const share of [0.3, 0.6, 1]) {
    await world.wait(random.integer(100, 1_500), process);
    if (signal?.aborted) return 'interrupted';
    tell?.(share);
  }
  const answer: ProvedSpend = {
    to: SPEND_CONTRACT,
    data: encodeSpend(call),
    value: 0n,
    gasLimit: GAS_LIMIT,
    nullifiers: call.spent.map(markOf),
    broadcasterFee: null,
    provedInMs: 1_000,
  };
  return { ok: true, answer } as const;
}

function chooseNotes(
  around: SpendSurroundings,
  intent: SpendIntent,
  { balances }: SimulatedBlock,
): SpendCall | null {
  const owner = ownerOfUser(intent.spender.walletId);
  const spent: string[] = [];
  let rest: bigint = intent.amount;
  for (const { name, amount } of notesOf(balances, owner)) {
    if (rest <= 0n) break;
    spent.push(name);
    rest -= amount;
  }
  if (rest > 0n) return null;
  const make = (to: PrivateAddress, amount: bigint) => {
    around.noteCount += 1;
    return { name: noteName(to, around.noteCount), amount: amount.toString() };
  };
  const change = rest < 0n ? [make(owner, -rest)] : [];
  const { amount } = intent;
  if (intent.kind === 'unshield') {
    return { spent, made: change, paid: { to: intent.recipient, amount: amount.toString() } };
  }
  return { spent, made: [make(intent.recipient, amount), ...change], paid: null };
}
