import type { PrivateAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { PrivateSpends } from '../ports/private-spends.ts';
import { PoolUnavailable, type ProvedSpend, type SpendIntent } from '../ports/shielded-pool.ts';
import { createConsolidation } from '../shielding/consolidate-notes.ts';
import type { OpenWallets, PersonsWallet } from '../shielding/open-wallets.ts';
import { createProver, type Prover } from '../shielding/prove-spends.ts';
import type { ShieldingPorts } from '../shielding/shielding-ports.ts';
import { SIMULATED_BROADCASTER } from './memory-spends.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';
import {
  encodeSpend,
  markOf,
  noteName,
  notesOf,
  refusalOfSpend,
  SPEND_CONTRACT,
  type SpendCall,
} from './simulated-notes.ts';
import { ownerOfUser, type SpendSurroundings } from './spend-surroundings.ts';
import type { Process } from './world.ts';

/** One run of the process that holds the pool. */
export interface ProverRun {
  readonly process: Process;
  /** Whose keys were sealed for this run: nobody's at its start. */
  readonly sealedFor: Set<string>;
  /** A spend was stored. */
  hearSpends(): void;
}

const GAS_LIMIT = 10n;
const SCATTERED_FROM = 4;
const WATCH_EVERY_MS = 1_000;
const PROVE_EVERY_MS = 500;
const CONSOLIDATE_EVERY_MS = 5_000;
const RULES = { everyMs: 20_000, quietMs: 4_000 };

/** Starts the process that proves: the real prover and the real consolidation over a pool that is played. */
export function startProver(around: SpendSurroundings): ProverRun {
  const { world } = around;
  const process: Process = { name: 'prover', isDead: false };
  const { spends } = around.bookOf(process);
  const wallets = new Map<string, PersonsWallet>();
  const sealedFor = new Set<string>();
  let tip = around.chain.tip;

  /** Opens who was sealed for this run, finds their notes, and writes what they read. */
  async function look(): Promise<void> {
    await world.wait(world.random.integer(5, 200), process);
    if (world.random.chance(around.faults.timeout)) return;
    tip = world.random.chance(around.faults.staleNode)
      ? world.random.pick(around.chain.tips)
      : around.chain.tip;
    const found = tip;
    for (const userId of sealedFor) {
      const isNew = !wallets.has(userId);
      if (isNew) wallets.set(userId, walletOf(userId));
      writeView(around, userId, found);
      if (isNew) await spends.unlock(userId);
    }
    await spends.seen([...wallets.keys()], found.number, world.now());
  }

  const ports = portsOf(around, { process, spends, tipSeen: () => tip });
  const open: OpenWallets = {
    find: (userId) => wallets.get(userId) ?? null,
    all: () => [...wallets.values()],
    sync: async () => [],
    closeAll: () => undefined,
  };
  const lookFor = () => look().then(() => true);
  const prover = createProver(ports, open, { turn: look, lookFor });
  const consolidation = createConsolidation(ports, open, { knows: () => true }, prover);
  void work(around, process, { spends, look, prover, consolidate: () => consolidation.turn() });
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
    readonly look: () => Promise<void>;
    readonly prover: Prover;
    readonly consolidate: () => Promise<void>;
  },
): Promise<void> {
  const { spends, look, prover, consolidate } = parts;
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
  void repeat(WATCH_EVERY_MS, look);
  void repeat(CONSOLIDATE_EVERY_MS, consolidate);
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

const NEWEST = 50;

/** As the database holds it for its owner: what a page shows is what was found last. */
function writeView({ views }: SpendSurroundings, userId: string, tip: SimulatedBlock): void {
  const owner = ownerOfUser(userId);
  const newest: string[] = [];
  let block: SimulatedBlock | null = tip;
  for (let left = NEWEST; left > 0 && block !== null; left -= 1, block = block.parent) {
    newest.push(...block.receipts.map(({ transaction }) => transaction.hash));
  }
  const spendable = notesOf(tip.balances, owner).reduce((sum, { amount }) => sum + amount, 0n);
  views.set(userId, { spendable, newest });
}

function portsOf(
  around: SpendSurroundings,
  {
    process,
    spends,
    tipSeen,
  }: {
    readonly process: Process;
    readonly spends: PrivateSpends;
    readonly tipSeen: () => SimulatedBlock;
  },
): ShieldingPorts {
  const { world, token, native } = around;
  return {
    tokens: [token],
    nativeCoinId: native.id,
    broadcasterAddress: SIMULATED_BROADCASTER,
    consolidation: RULES,
    calls: around.nodeOf(process),
    seals: { isSigned: () => true, sign: () => Buffer.alloc(0) },
    randomness: { uuid: around.uuid },
    spends,
    pool: {
      balances: async (walletId: string) => [{ spendable: worthOf(walletId), pending: 0n }],
      scattered: async (walletId: string) => scatteredOf(walletId, token),
      prove: (intent: SpendIntent, tell?: (share: number) => void, signal?: AbortSignal) =>
        prove(around, process, { intent, tell, signal, seen: tipSeen() }),
    },
    clock: { now: () => world.now(), sleep: (ms: number) => world.wait(ms, process) },
    report: () => undefined,
  } as unknown as ShieldingPorts;

  function worthOf(userId: string): bigint {
    const notes = notesOf(tipSeen().balances, ownerOfUser(userId));
    return notes.reduce((sum, { amount }) => sum + amount, 0n);
  }

  function scatteredOf(userId: string, of: Token) {
    const notes = notesOf(tipSeen().balances, ownerOfUser(userId)).slice(0, SCATTERED_FROM);
    const amount = notes.reduce((sum, note) => sum + note.amount, 0n) as BaseUnits;
    return notes.length < SCATTERED_FROM ? [] : [{ token: of, amount }];
  }
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
