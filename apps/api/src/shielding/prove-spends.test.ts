import { expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { BOB, USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { AheadSpend, SpendJob, SpendTerms } from '../ports/private-spends.ts';
import {
  PoolUnavailable,
  type ProvedSpend,
  type ShieldedProblem,
  type SpendIntent,
} from '../ports/shielded-pool.ts';
import type { PersonsWallet } from './open-wallets.ts';
import { createProver } from './prove-spends.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const alice: PersonsWallet = {
  userId: 'alice',
  chainId: 31337,
  viewKey: new Uint8Array(32),
  walletId: 'wallet of alice',
  privateAddress: '0zkalice' as PrivateAddress,
  encryptionKey: '00',
};
const terms: SpendTerms = {
  chainId: 31337,
  kind: 'unshield',
  tokenId: USDC.id,
  amount: toBaseUnits(5n),
  recipient: BOB as PublicAddress,
  gasPrice: 30n,
  fee: null,
};

/** A queue with what a test puts into it, and a pool that proves at once. */
function setUp() {
  const world = {
    nowMs: START.getTime(),
    queue: [] as SpendJob[],
    wish: null as AheadSpend | null,
    isOpen: true,
    opensOnLook: false,
    isSigned: true,
    spendable: 7n,
    problem: null as ShieldedProblem | null,
    isPoolAway: false,
    saved: 'stored' as 'stored' | 'notes-taken' | 'lost',
    shares: [0.25, 0.2, 0.5] as readonly number[],
    waiting: 0,
    hasClaim: true,
    /** What happens while a proof is made. */
    meanwhile: async () => {},
    stepsToReady: 0,
    proved: [] as SpendIntent[],
    happened: [] as string[],
  };
  const note = (text: string) => {
    world.happened.push(text);
    return true;
  };
  const ports = {
    tokens: [USDC],
    seals: { isSigned: () => world.isSigned },
    pool: {
      balances: async () => [{ spendable: world.spendable, pending: 0n }],
      getReadyToProve: async () => {
        world.stepsToReady -= 1;
        note('step');
        return world.stepsToReady > 0;
      },
      prove: async (
        intent: SpendIntent,
        onProgress?: (share: number) => void,
        signal?: AbortSignal,
      ) => {
        if (world.isPoolAway) throw new PoolUnavailable(31337, 'silent');
        world.proved.push(intent);
        for (const share of world.shares) {
          world.nowMs += 600;
          onProgress?.(share);
        }
        await world.meanwhile();
        if (signal?.aborted) return 'interrupted';
        if (world.problem !== null) return { ok: false, problem: world.problem, detail: '' };
        return { ok: true, answer: { provedInMs: 1_800 } as ProvedSpend };
      },
    },
    spends: {
      claimNext: async () => world.queue.shift() ?? null,
      claimAhead: async () => {
        const { wish } = world;
        world.wish = null;
        return wish;
      },
      saveProgress: async (_job: SpendJob, { share }: { share: number }) => {
        note(`share ${share}`);
        return world.hasClaim;
      },
      waiting: async () => world.waiting,
      saveProved: async () => {
        note(`save ${world.saved}`);
        return world.saved;
      },
      fail: async (_job: unknown, reason: string) => note(`fail ${reason}`),
      lock: async () => note('lock'),
      release: async (_job: unknown, at: Date) => note(`release +${at.getTime() - world.nowMs}`),
    },
    clock: { now: () => new Date(world.nowMs) },
    report: ({ message }: { message: string }) => note(message),
  } as unknown as ShieldingPorts;
  const look = async () => {
    note('look');
    if (world.opensOnLook) world.isOpen = true;
    return true;
  };
  const prover = createProver(
    ports,
    {
      find: () => (world.isOpen ? alice : null),
      all: () => [],
      sync: async () => [],
      closeAll: () => undefined,
    },
    { turn: async () => void (await look()), lookFor: look },
  );
  return { world, prover };
}

function jobOf(over: Partial<SpendTerms> = {}): SpendJob {
  return {
    operationId: 'one',
    userId: 'alice',
    epoch: 1,
    terms: { ...terms, ...over },
    signature: new Uint8Array(),
  };
}

it('proves what waits, tells how far it is and never goes back', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  expect(await prover.turn()).toBe(true);
  expect(world.happened).toEqual(['share 0', 'share 0.25', 'share 0.5', 'save stored']);
  expect(world.proved).toEqual([
    {
      kind: 'unshield',
      token: USDC,
      amount: 5n,
      recipient: BOB,
      gasPrice: 30n,
      fee: null,
      spender: { walletId: alice.walletId, encryptionKey: alice.encryptionKey },
    },
  ]);
  expect(prover.proofMs()).toBe(1_800);
  expect(await prover.turn()).toBe(false);
});

it('proves nothing that no process of ours ordered', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.isSigned = false;
  await prover.turn();
  expect(world.proved).toEqual([]);
  expect(world.happened).toEqual(['A private payment is not proved.', 'fail would-revert']);
});

it('opens a wallet that was sealed a moment ago', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.isOpen = false;
  world.opensOnLook = true;
  await prover.turn();
  expect(world.happened).toEqual(expect.arrayContaining(['look', 'save stored']));
});

it('lets a payment wait for its person whose wallet is not open', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.isOpen = false;
  await prover.turn();
  expect(world.happened).toEqual(['look', 'lock']);
});

it.each([
  ['balance-too-low', 'fail not-enough-funds'],
  ['fee-not-covered', 'fail fee-not-covered'],
  ['notes-scattered', 'fail notes-scattered'],
  ['refused', 'fail would-revert'],
  ['not-looked', 'release +2000'],
] as const)('ends or tries again when there is no proof: %s', async (problem, what) => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.problem = problem;
  await prover.turn();
  expect(world.happened.at(-1)).toBe(what);
});

it('looks again and proves anew when another payment has the notes', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.saved = 'notes-taken';
  await prover.turn();
  expect(world.happened.slice(-3)).toEqual(['save notes-taken', 'look', 'release +2000']);
});

it('puts a payment back when the pool cannot be used', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.isPoolAway = true;
  await expect(prover.turn()).rejects.toThrow(PoolUnavailable);
  expect(world.happened.at(-1)).toBe('release +2000');
  expect(prover.busy()).toEqual([]);
});

it('has a proof ready that was wished for, and uses it once', async () => {
  const { world, prover } = setUp();
  world.wish = { userId: 'alice', terms };
  await prover.turn();
  expect(world.happened).toEqual([]);
  world.queue = [jobOf(), jobOf()];
  await prover.turn();
  expect(world.happened).toEqual(['save stored']);
  expect(world.proved).toHaveLength(1);
  await prover.turn();
  expect(world.proved).toHaveLength(2);
});

it('proves what waits before what is wished for', async () => {
  const { world, prover } = setUp();
  world.wish = { userId: 'alice', terms };
  world.queue = [jobOf({ amount: toBaseUnits(9n) })];
  await prover.turn();
  expect(world.proved.map(({ amount }) => amount)).toEqual([9n]);
});

it('gets ready for the first proof only between the payments', async () => {
  const { world, prover } = setUp();
  world.stepsToReady = 3;
  expect(await prover.turn()).toBe(false);
  world.nowMs += 10_000;
  expect(await prover.turn()).toBe(true);
  world.queue = [jobOf()];
  world.wish = { userId: 'alice', terms: { ...terms, amount: toBaseUnits(6n) } };
  for (let turn = 0; turn < 4; turn += 1) await prover.turn();
  expect(world.proved.map(({ amount }) => amount)).toEqual([5n, 6n]);
  expect(world.happened.filter((what) => /^(?:step|save)/.test(what))).toEqual([
    'step',
    'save stored',
    'step',
    'step',
  ]);
  expect(await prover.turn()).toBe(false);
});

const fee = { tokenId: USDC.id, perNativeCoin: toBaseUnits(1n), recipient: '0zk' as never };

type World = ReturnType<typeof setUp>['world'];
const nothing = () => {};
const spendElsewhere = (world: World) => {
  world.spendable = 6n;
};
const wait = (world: World) => {
  world.nowMs += 120_000;
};

it.each([
  ['the amount is another', {}, { amount: toBaseUnits(6n) }, nothing],
  ['the broadcaster is paid now', {}, { fee }, nothing],
  ['gas has another price for a paid broadcaster', { fee }, { fee, gasPrice: 31n }, nothing],
  ['the balance is another', {}, {}, spendElsewhere],
  ['it is old', {}, {}, wait],
] as const)('does not use the proof that is ready when %s', async (_why, wished, asked, change) => {
  const { world, prover } = setUp();
  world.wish = { userId: 'alice', terms: { ...terms, ...wished } };
  await prover.turn();
  change(world);
  world.queue = [jobOf(asked)];
  await prover.turn();
  expect(world.proved).toHaveLength(2);
});

const consolidation = { kind: 'consolidation', recipient: alice.privateAddress } as const;

it('makes notes one at their owner’s address, whatever was stored', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf({ ...consolidation, recipient: '0zkmallory' as PrivateAddress })];
  await prover.turn();
  expect(world.proved).toMatchObject([
    { kind: 'internal-transfer', recipient: '0zkalice', amount: 5n, fee: null },
  ]);
  expect(world.happened.at(-1)).toBe('save stored');
  expect(prover.proofMs()).toBe(5_000);
});

it('interrupts a consolidation as soon as somebody waits for a payment, and not before', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf(consolidation), jobOf(consolidation)];
  world.meanwhile = () => prover.giveWay();
  await prover.turn();
  expect(world.happened.at(-1)).toBe('save stored');
  world.waiting = 1;
  await prover.turn();
  expect(world.happened.at(-1)).toBe('fail cancelled');
});

it('makes way for a payment that was ordered before the proof began', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf(consolidation)];
  world.waiting = 1;
  await prover.turn();
  expect(world.happened.at(-1)).toBe('fail cancelled');
});

it('never interrupts a payment', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf()];
  world.waiting = 2;
  world.meanwhile = () => prover.giveWay();
  await prover.turn();
  expect(world.happened.at(-1)).toBe('save stored');
});

it('interrupts a consolidation that ended while it was proved', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf(consolidation)];
  world.hasClaim = false;
  await prover.turn();
  expect(world.happened).not.toContain('save stored');
  expect(world.happened.at(-1)).toBe('fail cancelled');
});

it.each([
  [
    'its wallet is not open',
    (world: World) => {
      world.isOpen = false;
    },
  ],
  [
    'there is no proof of it',
    (world: World) => {
      world.problem = 'not-looked';
    },
  ],
  [
    'a payment has its notes',
    (world: World) => {
      world.saved = 'notes-taken';
    },
  ],
])('gives a consolidation up when %s, and keeps nobody waiting for it', async (_why, spoil) => {
  const { world, prover } = setUp();
  world.queue = [jobOf(consolidation)];
  spoil(world);
  await prover.turn();
  expect(world.happened.at(-1)).toBe('fail cancelled');
});

it('gives a consolidation up when the pool cannot be used', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf(consolidation)];
  world.isPoolAway = true;
  await expect(prover.turn()).rejects.toThrow(PoolUnavailable);
  expect(world.happened).toContain('fail cancelled');
});

it('is quiet since the last payment, not since the last consolidation', async () => {
  const { world, prover } = setUp();
  world.queue = [jobOf(), jobOf(consolidation)];
  await prover.turn();
  const since = prover.quietSince();
  expect(since).toEqual(new Date(world.nowMs));
  await prover.turn();
  expect(prover.quietSince()).toEqual(since);
});
