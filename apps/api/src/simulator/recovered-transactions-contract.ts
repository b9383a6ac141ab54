import { beforeEach, describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { isSigned } from '#domain/operation/operation';
import { BOB } from '#testing/network';
import { buildDetails, buildSigning, hashOf, uuidOf } from '#testing/operation';
import type { Operations, SigningRequest } from '../ports/operations.ts';
import type { CallPattern, FinalTransaction } from '../ports/recovered-transactions.ts';

/** An empty repository, and what happens to its database. */
export interface RecoveredHarness {
  readonly operations: Operations;
  /** Another server becomes the database. */
  readonly failOver: () => Promise<void>;
  /** The last change of server was noted this long ago. */
  readonly passMs: (ms: number) => Promise<void>;
  readonly exportKeys: (userId: string) => Promise<void>;
}

const details = buildDetails();
const account = { chainId: details.chainId, account: details.account, userId: details.userId };
const HOUR_MS = 3_600_000;

/** What every repository promises of transactions that it lost, in memory and in PostgreSQL alike. */
export function describeRecovered(name: string, create: () => Promise<RecoveredHarness>): void {
  describe(name, () => {
    let harness: RecoveredHarness;
    beforeEach(async () => {
      harness = await create();
    });

    test('an account without any operation has no records, and no failover is known', async () => {
      expect(await harness.operations.records(account)).toEqual({
        ...{ nextRecorded: 0, failover: 'none', isExported: false, hasRecovered: false },
      });
    });

    test('a failover is noted by the first look, and stays recent for a day', async () => {
      const { operations } = harness;
      await harness.failOver();
      const failovers = [];
      for (const ms of [0, 0, 121_000, 24 * HOUR_MS]) {
        await harness.passMs(ms);
        failovers.push((await operations.records(account)).failover);
      }
      expect(failovers).toEqual(['new', 'just-now', 'recent', 'none']);
    });

    test('nothing is signed right after a failover, nor a count above the records', async () => {
      const { operations } = harness;
      expect(await sign(operations, 1, 1)).toBe('reconciling');
      await harness.failOver();
      expect(await sign(operations, 1, 0)).toBe('reconciling');
      expect(await operations.findByKey(details.userId, 'key-1')).toBeNull();
      await operations.records(account);
      await harness.passMs(121_000);
      expect(await sign(operations, 1, 0)).toBe('reconciling');
      expect(await sign(operations, 1, 0, 0)).toBe('signed');
    });

    test('a count above the records is another wallet’s only where the keys were exported', async () => {
      const { operations } = harness;
      await harness.exportKeys(details.userId);
      expect(await operations.records(account)).toMatchObject({ isExported: true });
      expect(await sign(operations, 1, 7)).toBe('signed');
      const stored = await operations.findByKey(details.userId, 'key-1');
      expect(stored?.operation).toMatchObject({ signing: { nonce: 7 } });
    });

    test('every claim of before the failover is void', async () => {
      const { operations } = harness;
      await sign(operations, 1, 0);
      const now = new Date(details.createdAt.getTime() + HOUR_MS);
      const [claim] = await operations.claimDue({ now, leaseMs: 0, limit: 1 });
      await harness.failOver();
      await operations.records(account);
      if (claim === undefined) throw new Error('Nothing was claimed.');
      const update = { claim, next: claim.operation as never, dueAt: now };
      expect([...(await operations.record([update]))]).toEqual([]);
    });

    test('what was found is stored once, and the next nonce is above it', async () => {
      const { operations } = harness;
      const found = { transactions: [found0, found1], now: new Date() };
      expect(await operations.recover(account, found)).toEqual([found0, found1]);
      expect(await operations.recover(account, found)).toEqual([]);
      expect(await operations.records(account)).toMatchObject({
        ...{ nextRecorded: 2, hasRecovered: true },
      });
      expect(await sign(operations, 1, 2)).toBe('reconciling');
      expect(await sign(operations, 1, 2, 2)).toBe('signed');
    });

    test.each<[string, Partial<CallPattern>, boolean]>([
      ['the same call', {}, true],
      ['another recipient', { to: details.account }, false],
      ['another value', { value: 6n }, false],
      ['other data', { dataLike: '0xab00' }, false],
      ['data with random parts', { dataLike: '0x__cd' }, true],
      ['any call', { to: null, value: null, dataLike: '%' }, true],
    ])('%s is recognized as such', async (_name, more, isFound) => {
      const { operations } = harness;
      await operations.recover(account, { transactions: [found0], now: new Date() });
      const found = await operations.findRecovered(account, { ...pattern, ...more }, YESTERDAY);
      expect(found).toEqual(isFound ? found0 : null);
    });

    test('what is older than a day, or was not signed by Kax, is no one’s payment', async () => {
      const { operations } = harness;
      const transactions = [{ ...found0, raw: '0x' as const }];
      await operations.recover(account, { transactions, now: new Date() });
      expect(await operations.findRecovered(account, pattern, YESTERDAY)).toBeNull();
      await operations.recover(account, { transactions: [found1], now: new Date() });
      expect(await operations.findRecovered(account, pattern, new Date())).toBeNull();
    });

    test('a request gets the transaction once, nothing is signed, and a worker follows it', async () => {
      const { operations } = harness;
      await operations.recover(account, { transactions: [found0], now: new Date() });
      const adoption = { ...requestOf(1), transaction: found0 };
      const [one, other] = await Promise.all([
        operations.adopt(adoption),
        operations.adopt({ ...requestOf(2), transaction: found0 }),
      ]);
      const adopted = one ?? other;
      expect([one, other].filter((each) => each === null)).toHaveLength(1);
      expect(adopted).toMatchObject({
        status: 'signed',
        signing: { nonce: 0, ladder: [{ raw: found0.raw, hash: found0.hash }], cancellation: null },
        feeCeiling: found0.feeCeiling,
      });
      expect(await operations.adopt(adoption)).toBeNull();
      expect(await operations.findRecovered(account, pattern, YESTERDAY)).toBeNull();
      const now = new Date(details.createdAt.getTime() + HOUR_MS);
      const [claim] = await operations.claimDue({ now, leaseMs: 0, limit: 2 });
      expect(claim?.operation.id).toBe(adopted?.id);
      const stored = await operations.findByKey(details.userId, one === null ? 'key-2' : 'key-1');
      expect(stored !== null && isSigned(stored.operation)).toBe(true);
    });
  });
}

/** Blocks are of now: the server decides by its own clock what is recent. */
const MINED_AT = new Date(Date.now() - 60_000);
const YESTERDAY = new Date(Date.now() - 24 * HOUR_MS);

const pattern: CallPattern = { to: BOB as PublicAddress, value: 5n, dataLike: '0xabcd' };

const found0: FinalTransaction = {
  ...{ nonce: 0, hash: hashOf(70), raw: '0x02aa', to: BOB as PublicAddress, value: 5n },
  ...{ data: '0xabcd', feeCeiling: toBaseUnits(9n), blockNumber: 12n, blockHash: hashOf(12) },
  minedAt: MINED_AT,
};
const found1: FinalTransaction = { ...found0, nonce: 1, hash: hashOf(71), raw: '0x02bb' };

function requestOf(n: number) {
  return {
    details: { ...details, id: uuidOf(n) },
    idempotencyKey: `key-${n}`,
    fingerprint: `payment ${n}`,
  };
}

async function sign(
  operations: Operations,
  n: number,
  transactionCount: number,
  nextInPools?: number,
): Promise<string> {
  const request: SigningRequest = {
    ...requestOf(n),
    needsApproval: false,
    chainState: {
      ...{ readAt: details.createdAt, blockNumber: 0n, transactionCount },
      ...{ tokenBalance: toBaseUnits(10n ** 12n), nativeBalance: toBaseUnits(10n ** 12n) },
      ...(nextInPools !== undefined && { nextInPools }),
    },
  };
  const signNonce = (nonce: number) => Promise.resolve(buildSigning(nonce, 1_000 + n * 10));
  return (await operations.signNext(request, signNonce, 0)).kind;
}
