import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { USDC } from '#testing/network';
import { hashOf, START } from '#testing/operation';
import type { RecordsComparison } from '../ports/broadcaster-records.ts';
import type { PrivateTransactionJob, ProvedJob } from '../ports/private-transactions.ts';
import type {
  PoolTransaction,
  ShieldedHistoryItem,
  ShieldedProblem,
} from '../ports/shielded-pool.ts';
import { packClaim } from '../ports/shielded-seals.ts';
import { READABLE_SEALS } from '../simulator/readable-seals.ts';
import { createClaimWallets } from './claim-wallets.ts';
import { createProver } from './prove-private-transactions.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const WALLET = '0zkclaim' as PrivateAddress;
const OWN = '0zkbob' as PrivateAddress;
const SEALED = Buffer.from('sealed for this run');

/** The end of a claim is in the queue; its user has no wallet open. */
function setUp() {
  const harness = {
    queue: [] as PrivateTransactionJob[],
    opensAs: WALLET,
    run: SEALED,
    problem: null as ShieldedProblem | null,
    isScanned: true,
    comparisons: [] as RecordsComparison[],
    history: [] as ShieldedHistoryItem[],
    proved: [] as PoolTransaction[],
    happened: [] as string[],
  };
  const log = (text: string) => {
    harness.happened.push(text);
    return true;
  };
  const ports = {
    tokens: [USDC],
    seals: { ...READABLE_SEALS, isSigned: () => true },
    key: {
      open(sealed: Uint8Array) {
        if (!harness.run.equals(sealed)) throw new Error('It is of another run.');
        return Buffer.from(packClaim({ entropy: Buffer.alloc(16, 1), createdAtBlock: 3 }));
      },
    },
    toPhrase: () => 'twelve words',
    toClaimKey: () => 'key',
    pool: {
      chainId: 31337,
      latestBlock: async () => 9n,
      open: async () => {
        log('open');
        return { walletId: 'wallet of the claim', privateAddress: harness.opensAs };
      },
      close: () => log('close'),
      history: async () => harness.history,
      blockTimes: async (blocks: readonly number[]) =>
        new Map(blocks.map((block) => [block, START])),
      prove: async (transaction: PoolTransaction) => {
        harness.proved.push(transaction);
        if (harness.problem !== null) return { ok: false, problem: harness.problem, detail: '' };
        return { ok: true, response: { provedInMs: 1 } };
      },
    },
    privateTransactions: {
      claimNext: async () => harness.queue.shift() ?? null,
      saveProgress: async () => true,
      saveProved: async () => {
        log('save');
        return 'stored';
      },
      saveFound: async (_job: unknown, call: ProvedJob['call']) => {
        log(`found ${call.nullifiers}`);
        return 'stored';
      },
      fail: async (_job: unknown, reason: string) => log(`fail ${reason}`),
      lock: async () => log('lock'),
      release: async () => log('release'),
    },
    records: {
      compare: async () => harness.comparisons.shift() ?? { kind: 'complete' },
      finalCall: async () => ({ to: '0x', gasLimit: 1n, nullifiers: ['0x1'], data: '0x' }),
    },
    clock: { now: () => START },
    report: ({ message }: { message: string }) => log(message),
  } as unknown as ShieldingPorts;
  const nothing = { find: () => null, all: () => [], sync: async () => [], closeAll: () => {} };
  const prover = createProver(
    ports,
    { open: nothing, claimWallets: createClaimWallets(ports) },
    {
      run: async () => void log('look for all'),
      lookFor: async () => {
        log('look');
        return harness.isScanned ? 7n : null;
      },
    },
  );
  harness.queue = [end()];
  return { harness, prover };
}

function end(): PrivateTransactionJob {
  return {
    ...{ operationId: 'one', userId: 'bob', epoch: 1, wantedAt: START },
    signature: new Uint8Array(),
    terms: {
      ...{ chainId: 31337, kind: 'internal-transfer', tokenId: USDC.id, recipient: OWN },
      ...{ amount: toBaseUnits(5n), gasPrice: 30n, fee: null },
      ...{ sealedMessage: null, sealedPlan: null, showsSender: false },
      spender: { address: WALLET, sealed: SEALED },
    },
  };
}

/** What went from the wallet of the claim to Bob. */
function sentOf(amount: bigint): ShieldedHistoryItem {
  const movement = { token: USDC, amount: toBaseUnits(amount), counterparty: OWN, memo: null };
  return {
    ...{ transactionHash: hashOf(1), blockNumber: 1, kind: 'sent', sent: [movement], received: [] },
    ...{ unshielded: [], poolFee: ZERO_UNITS, broadcasterFee: null },
  };
}

it('proves the end of a claim from its wallet, which is scanned first, and no wallet of its user’s', async () => {
  const { harness, prover } = setUp();
  expect(await prover.run()).toBe(true);
  expect(harness.proved).toMatchObject([
    {
      ...{ kind: 'internal-transfer', recipient: OWN, amount: 5n, memo: null, showSender: false },
      spender: { walletId: 'wallet of the claim', encryptionKey: 'key' },
    },
  ]);
  expect(harness.happened).toEqual(['open', 'look', 'save', 'close']);
});

it('locks one that was sealed for another run, and never fails it', async () => {
  const { harness, prover } = setUp();
  harness.run = Buffer.from('another run');
  await prover.run();
  expect(harness.proved).toEqual([]);
  expect(harness.happened).toEqual(['The sealed wallet of a claim could not be opened.', 'lock']);
});

it('proves nothing from a wallet with another address than the signed one', async () => {
  const { harness, prover } = setUp();
  harness.opensAs = '0zkother' as PrivateAddress;
  await prover.run();
  expect(harness.proved).toEqual([]);
  expect(harness.happened).toEqual([
    'open',
    'close',
    'The wallet of a claim is another one.',
    'lock',
  ]);
});

it('waits until everything that its wallet has is known', async () => {
  const { harness, prover } = setUp();
  harness.isScanned = false;
  await prover.run();
  expect(harness.happened).toEqual(['open', 'look', 'release', 'close']);
});

it('ends one whose money is gone, which leaves the claim to others', async () => {
  const { harness, prover } = setUp();
  harness.problem = 'balance-too-low';
  await prover.run();
  expect(harness.happened).toContain('fail not-enough-funds');
});

it.each([5n, 4n])(
  'finds an end that the database lost in the history of its wallet, also where it moved %s of 5',
  async (amount) => {
    const { harness, prover } = setUp();
    harness.comparisons = [{ kind: 'compared', block: 7n }];
    harness.history = [sentOf(amount)];
    await prover.run();
    expect(harness.proved).toEqual([]);
    expect(harness.happened).toContain('found 0x1');
  },
);
