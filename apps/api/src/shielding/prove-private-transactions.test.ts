import { describe, expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { ALICE, BOB, USDC } from '#testing/network';
import { hashOf, START } from '#testing/operation';
import type { RecordsComparison } from '../ports/broadcaster-records.ts';
import { sealMessage } from '../ports/private-messages.ts';
import type {
  PrecomputeRequest,
  PrivateTransactionJob,
  PrivateTransactionTerms,
  ProvedJob,
} from '../ports/private-transactions.ts';
import type { FinalPrivateCall } from '../ports/public-chain.ts';
import type { SignedPrivatePlan } from '../ports/shielded-pool.ts';
import {
  type PoolTransaction,
  PoolUnavailable,
  type ProofOrder,
  type ProvedPrivateTransaction,
  type ShieldedHistoryItem,
  type ShieldedMovement,
  type ShieldedProblem,
} from '../ports/shielded-pool.ts';
import { sealSignedPlan } from '../ports/signed-private-plans.ts';
import { READABLE_SEALS } from '../simulator/readable-seals.ts';
import { createClaimWallets } from './claim-wallets.ts';
import type { UserWallet } from './open-wallets.ts';
import { createProver } from './prove-private-transactions.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const alice: UserWallet = {
  userId: 'alice',
  chainId: 31337,
  viewKey: new Uint8Array(32),
  walletId: 'wallet of alice',
  privateAddress: '0zkalice' as PrivateAddress,
  encryptionKey: '00',
  canSign: true,
};
const terms: PrivateTransactionTerms = {
  chainId: 31337,
  kind: 'unshield',
  tokenId: USDC.id,
  amount: toBaseUnits(5n),
  recipient: BOB as PublicAddress,
  gasPrice: 30n,
  fee: null,
  sealedMessage: null,
  sealedPlan: null,
  spender: null,
  showsSender: false,
};

/** A queue that the test fills, and a pool that proves immediately. */
function setUp() {
  const harness = {
    nowMs: START.getTime(),
    queue: [] as PrivateTransactionJob[],
    request: null as PrecomputeRequest | null,
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
    /** What the records lack, before and after a proof, as comparing them says. */
    comparisons: [] as RecordsComparison[],
    history: [] as ShieldedHistoryItem[],
    calls: new Map<string, FinalPrivateCall>(),
    isScanned: true,
    proved: [] as PoolTransaction[],
    provedSigned: [] as SignedPrivatePlan[],
    wallet: alice,
    happened: [] as string[],
  };
  const log = (text: string) => {
    harness.happened.push(text);
    return true;
  };
  const ports = {
    tokens: [USDC],
    seals: { ...READABLE_SEALS, isSigned: () => harness.isSigned },
    pool: {
      balances: async () => [{ spendable: harness.spendable, pending: 0n }],
      history: async () => harness.history,
      blockTimes: async (blocks: readonly number[]) =>
        new Map(blocks.map((block) => [block, new Date(START.getTime() - block * 3_600_000)])),
      getReadyToProve: async () => {
        harness.stepsToReady -= 1;
        log('step');
        return harness.stepsToReady > 0;
      },
      prove: async (transaction: PoolTransaction, { onProgress, signal }: ProofOrder) => {
        if (harness.isPoolAway) throw new PoolUnavailable(31337, 'silent');
        harness.proved.push(transaction);
        for (const share of harness.shares) {
          harness.nowMs += 600;
          onProgress?.(share);
        }
        await harness.meanwhile();
        if (signal?.aborted) return 'interrupted';
        if (harness.problem !== null) return { ok: false, problem: harness.problem, detail: '' };
        return { ok: true, response: { provedInMs: 1_800 } as ProvedPrivateTransaction };
      },
      proveSigned: async (signed: SignedPrivatePlan) => {
        harness.provedSigned.push(signed);
        await harness.meanwhile();
        return { ok: true, response: { provedInMs: 1_800 } as ProvedPrivateTransaction };
      },
    },
    privateTransactions: {
      claimNext: async () => harness.queue.shift() ?? null,
      claimPrecompute: async () => {
        const { request } = harness;
        harness.request = null;
        return request;
      },
      saveProgress: async (_job: PrivateTransactionJob, { share }: { share: number }) => {
        log(`share ${share}`);
        return harness.hasClaim;
      },
      waiting: async () => harness.waiting,
      saveProved: async () => {
        log(`save ${harness.saved}`);
        return harness.saved;
      },
      saveFound: async (_job: unknown, call: ProvedJob['call']) => {
        log(`found ${call.nullifiers} ${harness.saved}`);
        expect(call.value).toBe(0n);
        return harness.saved;
      },
      fail: async (_job: unknown, reason: string) => log(`fail ${reason}`),
      lock: async () => log('lock'),
      release: async (_job: unknown, at: Date) => log(`release +${at.getTime() - harness.nowMs}`),
    },
    records: {
      compare: async () => harness.comparisons.shift() ?? { kind: 'complete' },
      finalCall: async (hash: string) => harness.calls.get(hash) ?? null,
    },
    clock: { now: () => new Date(harness.nowMs) },
    report: ({ message }: { message: string }) => log(message),
  } as unknown as ShieldingPorts;
  const look = async () => {
    log('look');
    if (harness.opensOnLook) harness.isOpen = true;
    return 7n;
  };
  const prover = createProver(
    ports,
    {
      open: {
        find: () => (harness.isOpen ? harness.wallet : null),
        all: () => [],
        sync: async () => [],
        closeAll: () => undefined,
      },
      claimWallets: createClaimWallets(ports),
    },
    {
      run: async () => void (await look()),
      lookFor: async (_wallet, leastBlock) => {
        await look();
        return leastBlock === undefined || harness.isScanned ? 7n : null;
      },
    },
  );
  return { harness, prover };
}

function jobOf(over: Partial<PrivateTransactionTerms> = {}): PrivateTransactionJob {
  return {
    operationId: 'one',
    userId: 'alice',
    epoch: 1,
    terms: { ...terms, ...over },
    wantedAt: START,
    signature: new Uint8Array(),
  };
}

it('proves what is waiting and reports progress that never decreases', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  expect(await prover.run()).toBe(true);
  expect(harness.happened).toEqual(['share 0', 'share 0.25', 'share 0.5', 'save stored']);
  expect(harness.proved).toEqual([
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
  expect(await prover.run()).toBe(false);
});

it('proves nothing that none of our processes ordered', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.isSigned = false;
  await prover.run();
  expect(harness.proved).toEqual([]);
  expect(harness.happened).toEqual([
    'A private payment was rejected before proving.',
    'fail would-revert',
  ]);
});

it('opens a wallet that was sealed a moment ago', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.isOpen = false;
  harness.opensOnLook = true;
  await prover.run();
  expect(harness.happened).toEqual(expect.arrayContaining(['look', 'save stored']));
});

it('locks a payment when the wallet of its user is not open', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.isOpen = false;
  await prover.run();
  expect(harness.happened).toEqual(['look', 'lock']);
});

it.each([
  ['balance-too-low', 'fail not-enough-funds'],
  ['fee-not-covered', 'fail fee-not-covered'],
  ['notes-fragmented', 'fail notes-fragmented'],
  ['refused', 'fail would-revert'],
] as const)('ends a payment that cannot be proved: %s', async (problem, what) => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.problem = problem;
  await prover.run();
  expect(harness.happened.at(-1)).toBe(what);
});

it('scans again for the wallet and retries the proof when what it spends is not known', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.problem = 'not-scanned';
  await prover.run();
  expect(harness.happened.slice(-2)).toEqual(['look', 'release +2000']);
});

it('scans again and retries the proof when another payment has the notes', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.saved = 'notes-taken';
  await prover.run();
  expect(harness.happened.slice(-3)).toEqual(['save notes-taken', 'look', 'release +2000']);
});

it('puts a payment back in the queue when the pool is unavailable', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.isPoolAway = true;
  await expect(prover.run()).rejects.toThrow(PoolUnavailable);
  expect(harness.happened.at(-1)).toBe('release +2000');
  expect(prover.busy()).toEqual([]);
});

it('precomputes a requested proof, and uses it once', async () => {
  const { harness, prover } = setUp();
  harness.request = { userId: 'alice', terms };
  await prover.run();
  expect(harness.happened).toEqual([]);
  harness.queue = [jobOf(), jobOf()];
  await prover.run();
  expect(harness.happened).toEqual(['save stored']);
  expect(harness.proved).toHaveLength(1);
  await prover.run();
  expect(harness.proved).toHaveLength(2);
});

it('proves what is waiting before it precomputes', async () => {
  const { harness, prover } = setUp();
  harness.request = { userId: 'alice', terms };
  harness.queue = [jobOf({ amount: toBaseUnits(9n) })];
  await prover.run();
  expect(harness.proved.map(({ amount }) => amount)).toEqual([9n]);
});

it('gets ready for the first proof only between payments', async () => {
  const { harness, prover } = setUp();
  harness.stepsToReady = 3;
  expect(await prover.run()).toBe(false);
  harness.nowMs += 10_000;
  expect(await prover.run()).toBe(true);
  harness.queue = [jobOf()];
  harness.request = { userId: 'alice', terms: { ...terms, amount: toBaseUnits(6n) } };
  for (let run = 0; run < 4; run += 1) await prover.run();
  expect(harness.proved.map(({ amount }) => amount)).toEqual([5n, 6n]);
  expect(harness.happened.filter((what) => /^(?:step|save)/.test(what))).toEqual([
    'step',
    'save stored',
    'step',
    'step',
  ]);
  expect(await prover.run()).toBe(false);
});

const fee = { tokenId: USDC.id, perNativeCoin: toBaseUnits(1n), recipient: '0zk' as never };

type Harness = ReturnType<typeof setUp>['harness'];
const nothing = () => {};
const changeBalance = (harness: Harness) => {
  harness.spendable = 6n;
};
const expire = (harness: Harness) => {
  harness.nowMs += 120_000;
};

/** A transfer of 5 to Carol, with what she is told. */
function transferOf(
  message: string | null,
  over: Partial<PrivateTransactionTerms> = {},
): PrivateTransactionTerms {
  const recipient = '0zkcarol' as PrivateAddress;
  const transfer = { ...terms, kind: 'internal-transfer', recipient, ...over } as const;
  const sealing = { owner: alice, payment: transfer };
  const sealedMessage = message === null ? null : sealMessage(READABLE_SEALS, sealing, message);
  return { ...transfer, sealedMessage };
}

it('tells the recipient the padded message and the sender, as it was requested', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(transferOf('Rent', { showsSender: true })), jobOf(transferOf(null))];
  await prover.run();
  await prover.run();
  expect(harness.proved).toEqual([
    expect.objectContaining({ memo: `Rent${' '.repeat(60)}`, showSender: true }),
    expect.objectContaining({ memo: null, showSender: false }),
  ]);
});

describe('a payment that its owner signed', () => {
  const plan = { stored: 'notes 1', signatures: ['0x01'] };
  const seal = (payment = terms, userId = 'alice') =>
    sealSignedPlan(READABLE_SEALS, { owner: { userId, viewKey: alice.viewKey }, payment }, plan);

  it('is proved as it was signed, and never planned again', async () => {
    const { harness, prover } = setUp();
    harness.wallet = { ...alice, canSign: false };
    harness.queue = [jobOf({ sealedPlan: seal() })];
    await prover.run();
    expect([harness.provedSigned, harness.proved]).toEqual([[plan], []]);
    expect(harness.happened).toEqual(['share 0', 'save stored']);
  });

  it('ends when its notes were used, which nothing else may be proved for', async () => {
    const { harness, prover } = setUp();
    harness.wallet = { ...alice, canSign: false };
    harness.saved = 'notes-taken';
    harness.queue = [jobOf({ sealedPlan: seal() })];
    await prover.run();
    expect(harness.happened).toEqual(['share 0', 'save notes-taken', 'fail notes-spent']);
  });

  it('is not ended when another process took it over', async () => {
    const { harness, prover } = setUp();
    harness.saved = 'lost';
    harness.queue = [jobOf({ sealedPlan: seal() })];
    await prover.run();
    expect(harness.happened).toEqual(['share 0', 'save lost']);
  });

  it.each([
    ['of another amount', seal({ ...terms, amount: toBaseUnits(6n) })],
    ['of another user', seal(terms, 'bob')],
  ])('ends with the plan %s, and is never made without', async (_what, sealedPlan) => {
    const { harness, prover } = setUp();
    harness.queue = [jobOf({ sealedPlan })];
    await prover.run();
    expect([harness.provedSigned, harness.proved]).toEqual([[], []]);
    expect(harness.happened).toEqual([
      'The signed plan of a private payment could not be opened.',
      'fail not-approved',
    ]);
  });

  it('ends without a plan where its owner alone has the keys, once the network was looked through', async () => {
    const { harness, prover } = setUp();
    harness.wallet = { ...alice, canSign: false };
    harness.queue = [jobOf(), jobOf()];
    harness.comparisons = [{ kind: 'reconciling' }];
    await prover.run();
    await prover.run();
    expect([harness.proved, harness.happened]).toEqual([
      [],
      ['release +2000', 'fail not-enough-funds'],
    ]);
  });
});

it.each([
  ['of another amount', { amount: toBaseUnits(6n) }],
  ['to someone else', { recipient: '0zkdave' as PrivateAddress }],
  ['on another network', { chainId: 1 }],
])('ends a payment with the message of one %s, and never makes it without', async (_what, over) => {
  const { harness, prover } = setUp();
  harness.queue = [
    jobOf({ ...transferOf(null), sealedMessage: transferOf('Rent', over).sealedMessage }),
  ];
  await prover.run();
  expect(harness.proved).toEqual([]);
  expect(harness.happened).toEqual([
    'The message of a private payment could not be opened.',
    'fail message-unreadable',
  ]);
});

it('ends a payment with the message of another user', async () => {
  const { harness, prover } = setUp();
  const bob = { userId: 'bob', viewKey: alice.viewKey };
  const payment = transferOf(null);
  const sealedMessage = sealMessage(READABLE_SEALS, { owner: bob, payment }, 'Rent');
  harness.queue = [jobOf({ ...payment, sealedMessage })];
  await prover.run();
  expect(harness.happened.at(-1)).toBe('fail message-unreadable');
});

it('tells no one anything with a consolidation or an unshield, whatever was stored', async () => {
  const { harness, prover } = setUp();
  const forRecipient = { sealedMessage: Buffer.from('anything'), showsSender: true };
  harness.queue = [jobOf({ ...consolidation, ...forRecipient })];
  await prover.run();
  expect(harness.proved).toEqual([
    expect.objectContaining({ recipient: alice.privateAddress, memo: null, showSender: false }),
  ]);
  const payment = { ...terms, showsSender: true };
  const sealedMessage = sealMessage(READABLE_SEALS, { owner: alice, payment }, 'Rent');
  harness.queue = [jobOf({ ...payment, sealedMessage })];
  await prover.run();
  expect(harness.proved[1]).not.toHaveProperty('memo');
  expect(harness.proved[1]).not.toHaveProperty('showSender');
});

it('uses a precomputed proof with the same message and sender, however it was sealed', async () => {
  const { harness, prover } = setUp();
  const payment = transferOf('Rent', { showsSender: true });
  harness.request = { userId: 'alice', terms: payment };
  await prover.run();
  harness.queue = [jobOf(transferOf('Rent', { showsSender: true }))];
  await prover.run();
  expect(harness.happened).toEqual(['save stored']);
  expect(harness.proved).toHaveLength(1);
});

it('precomputes nothing for a message that cannot be opened', async () => {
  const { harness, prover } = setUp();
  const sealedMessage = Buffer.from('anything');
  harness.request = { userId: 'alice', terms: { ...transferOf(null), sealedMessage } };
  await prover.run();
  expect(harness.proved).toEqual([]);
});

const rent = transferOf('Rent');

it.each([
  ['its message differs', rent, transferOf('Food'), nothing],
  ['it has a message and the payment has none', rent, transferOf(null), nothing],
  ['it has no message and the payment has one', transferOf(null), rent, nothing],
  ['it hides the sender', rent, { ...rent, showsSender: true }, nothing],
  ['it shows the sender', { ...rent, showsSender: true }, rent, nothing],
  ['the amount differs', {}, { amount: toBaseUnits(6n) }, nothing],
  ['the broadcaster is paid now', {}, { fee }, nothing],
  ['the gas price differs for a paid broadcaster', { fee }, { fee, gasPrice: 31n }, nothing],
  ['the balance has changed', {}, {}, changeBalance],
  ['it is too old', {}, {}, expire],
] as const)(
  'does not use the precomputed proof when %s',
  async (_why, precomputed, requested, change) => {
    const { harness, prover } = setUp();
    harness.request = { userId: 'alice', terms: { ...terms, ...precomputed } };
    await prover.run();
    change(harness);
    harness.queue = [jobOf(requested)];
    await prover.run();
    expect(harness.proved).toHaveLength(2);
  },
);

const consolidation = { kind: 'consolidation', recipient: alice.privateAddress } as const;

it('consolidates notes at their owner’s address, whatever was stored', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf({ ...consolidation, recipient: '0zkmallory' as PrivateAddress })];
  await prover.run();
  expect(harness.proved).toMatchObject([
    { kind: 'internal-transfer', recipient: '0zkalice', amount: 5n, fee: null },
  ]);
  expect(harness.happened.at(-1)).toBe('save stored');
});

it('interrupts a consolidation as soon as a payment is waiting, and not before', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(consolidation), jobOf(consolidation)];
  harness.meanwhile = () => prover.yieldToPayments();
  await prover.run();
  expect(harness.happened.at(-1)).toBe('save stored');
  harness.waiting = 1;
  await prover.run();
  expect(harness.happened.at(-1)).toBe('fail cancelled');
});

it('gives way to a payment that was ordered before the proof began', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(consolidation)];
  harness.waiting = 1;
  await prover.run();
  expect(harness.happened.at(-1)).toBe('fail cancelled');
});

it('never interrupts a payment', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf()];
  harness.waiting = 2;
  harness.meanwhile = () => prover.yieldToPayments();
  await prover.run();
  expect(harness.happened.at(-1)).toBe('save stored');
});

it('interrupts a consolidation that ended while it was being proved', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(consolidation)];
  harness.hasClaim = false;
  await prover.run();
  expect(harness.happened).not.toContain('save stored');
  expect(harness.happened.at(-1)).toBe('fail cancelled');
});

it.each([
  [
    'its wallet is not open',
    (harness: Harness) => {
      harness.isOpen = false;
    },
  ],
  [
    'it could not be proved',
    (harness: Harness) => {
      harness.problem = 'not-scanned';
    },
  ],
  [
    'a payment has its notes',
    (harness: Harness) => {
      harness.saved = 'notes-taken';
    },
  ],
])('gives up a consolidation when %s, and keeps no one waiting for it', async (_why, spoil) => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(consolidation)];
  spoil(harness);
  await prover.run();
  expect(harness.happened.at(-1)).toBe('fail cancelled');
});

it('gives up a consolidation when the pool is unavailable', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(consolidation)];
  harness.isPoolAway = true;
  await expect(prover.run()).rejects.toThrow(PoolUnavailable);
  expect(harness.happened).toContain('fail cancelled');
});

it('is quiet since the last payment, not since the last consolidation', async () => {
  const { harness, prover } = setUp();
  harness.queue = [jobOf(), jobOf(consolidation)];
  await prover.run();
  const since = prover.quietSince();
  expect(since).toEqual(new Date(harness.nowMs));
  await prover.run();
  expect(prover.quietSince()).toEqual(since);
});

describe('after a failover that may have lost its proof, a payment', () => {
  const compared = { kind: 'compared', block: 9n } as const;

  function setUpLost(over: Partial<PrivateTransactionTerms> = {}) {
    const { harness, prover } = setUp();
    harness.queue = [jobOf(over)];
    harness.comparisons = [compared, compared];
    return { harness, prover };
  }

  /** An unshield of 4 to Bob, of which the pool kept 1 more. */
  function unshieldOf(n: number, more: Partial<ShieldedHistoryItem> = {}): ShieldedHistoryItem {
    return {
      ...{ transactionHash: hashOf(n), blockNumber: n, kind: 'unshield', sent: [], received: [] },
      unshielded: [movementOf('0x51eD', 4n)],
      ...{ poolFee: toBaseUnits(1n), broadcasterFee: null, ...more },
    };
  }

  function movementOf(counterparty: string, amount: bigint): ShieldedMovement {
    return { token: USDC, amount: toBaseUnits(amount), counterparty, memo: null };
  }

  function callOf(n: number, more: Partial<FinalPrivateCall> = {}): FinalPrivateCall {
    return {
      ...{ to: BOB, gasLimit: 1n, nullifiers: [`0x${n}`] },
      ...{ data: `0x00${BOB.slice(2)}`, ...more },
    };
  }

  it('that the network has is not proved: its call is stored', async () => {
    const { harness, prover } = setUpLost();
    harness.history = [unshieldOf(1)];
    harness.calls.set(hashOf(1), callOf(1));
    await prover.run();
    expect(harness.proved).toEqual([]);
    expect(harness.happened).toEqual([
      'look',
      'found 0x1 stored',
      'A private payment that the database had lost was found on the network.',
    ]);
  });

  it('is recognized by a private recipient in the history', async () => {
    const recipient = '0zkcarol' as PrivateAddress;
    const { harness, prover } = setUpLost({ kind: 'internal-transfer', recipient });
    const nothing = { unshielded: [], poolFee: ZERO_UNITS };
    harness.history = [
      unshieldOf(2, { ...nothing, sent: [movementOf('0zkdave', 5n)] }),
      unshieldOf(1, { ...nothing, sent: [movementOf(recipient, 5n)] }),
    ];
    harness.calls.set(hashOf(1), callOf(1, { data: '0x' }));
    await prover.run();
    expect(harness.happened).toContain('found 0x1 stored');
  });

  it('with the same message is found; one with another message is another payment', async () => {
    const { harness, prover } = setUpLost(transferOf('Rent\u200b'));
    const nothing = { unshielded: [], poolFee: ZERO_UNITS };
    const forRecipient = (memo: string | null) => [{ ...movementOf('0zkcarol', 5n), memo }];
    harness.history = [
      unshieldOf(3, { ...nothing, sent: forRecipient('Food') }),
      unshieldOf(2, { ...nothing, sent: forRecipient(null) }),
      unshieldOf(1, { ...nothing, sent: forRecipient('Rent') }),
    ];
    for (const n of [1, 2, 3]) harness.calls.set(hashOf(n), callOf(n, { data: '0x' }));
    await prover.run();
    expect(harness.happened.filter((text) => text.startsWith('found'))).toEqual([
      'found 0x1 stored',
    ]);
  });

  it.each<[string, Partial<ShieldedHistoryItem>, Partial<FinalPrivateCall>]>([
    ['a payment of another amount', { unshielded: [movementOf('0x51eD', 5n)] }, {}],
    ['a payment to someone else', {}, { data: `0x00${ALICE.slice(2)}` }],
    ['a payment of more than a day ago', { blockNumber: 25 }, {}],
  ])('is proved where the history has only %s', async (_what, item, call) => {
    const { harness, prover } = setUpLost();
    harness.history = [unshieldOf(1, item)];
    harness.calls.set(hashOf(1), callOf(1, call));
    await prover.run();
    expect(harness.happened.at(-1)).toBe('save stored');
  });

  it('is proved when another operation has everything that is like it', async () => {
    const { harness, prover } = setUpLost();
    harness.saved = 'notes-taken';
    harness.history = [unshieldOf(2), unshieldOf(1)];
    for (const n of [1, 2]) harness.calls.set(hashOf(n), callOf(n));
    await prover.run();
    expect(harness.happened.filter((text) => text.startsWith('found'))).toHaveLength(4);
    expect(harness.proved).toHaveLength(1);
  });

  it.each([
    ['the records are incomplete', [{ kind: 'reconciling' } as const], true, []],
    ['its wallet does not know the newest notes', [compared], false, []],
    ['what is like it is in no final block', [compared], true, [unshieldOf(1)]],
  ])('waits while %s', async (_what, comparisons, isScanned, history) => {
    const { harness, prover } = setUpLost();
    Object.assign(harness, { comparisons, isScanned, history });
    await prover.run();
    expect(harness.proved).toEqual([]);
    expect(harness.happened.at(-1)).toBe('release +2000');
  });

  it('that arrives in the pool during the second proof is found, and the proof is dropped', async () => {
    const { harness, prover } = setUpLost();
    harness.problem = 'balance-too-low';
    harness.meanwhile = async () => {
      harness.history = [unshieldOf(1)];
      harness.calls.set(hashOf(1), callOf(1));
    };
    await prover.run();
    expect(harness.happened).toContain('found 0x1 stored');
    expect(harness.happened).not.toContain('fail not-enough-funds');
  });

  it('whose user was away for more than an hour is compared, and expires', async () => {
    const { harness, prover } = setUpLost();
    harness.nowMs += 3_600_001;
    await prover.run();
    expect(harness.happened).toEqual(['look', 'fail expired']);
  });
});
