import { expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, KAX, USDC } from '#testing/network';
import { hashOf, START } from '#testing/operation';
import { buildRequestTerms } from '#testing/payment-request';
import type { OwnPaymentRequest } from '../../../ports/payment-requests.ts';
import type { PublicArrival, PublicArrivals } from '../../../ports/public-arrivals.ts';
import type { TimedHistoryItem } from '../../../ports/shielded-views.ts';
import { createPrivateHarness } from '../shielded/private.test-setup.ts';
import { findArrivals } from './find-arrivals.ts';

const HOUR_MS = 3_600_000;
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const session = {
  ...{ userId: 'alice', sessionId: 's', accessToken: 't' },
  ...{ publicAddress: ALICE, privateAddress: '0zkown' as const, custody: 'assisted' as const },
};

function own(more: Partial<OwnPaymentRequest> = {}): OwnPaymentRequest {
  return {
    ...{ id: 'one', userId: 'alice', code: '7Q2MK9XD4TPA82WJ' },
    terms: buildRequestTerms({ balance: 'private' }),
    record: { cancelledAt: null, settledAt: null, payment: null },
    ...{ paidIn: null, settledHash: null, paymentHashes: [] },
    ...more,
  };
}

function note(n: number, at: Date, more: Partial<TimedHistoryItem> = {}): TimedHistoryItem {
  const movement = { token: USDC, amount: toBaseUnits(25n), counterparty: '0zkbob', memo: null };
  return {
    ...{ transactionHash: hashOf(n), blockNumber: n, kind: 'received', at },
    ...{ sent: [], received: [movement], unshielded: [] },
    ...{ poolFee: toBaseUnits(0n), broadcasterFee: null, ...more },
  };
}

function setUp(items: readonly TimedHistoryItem[], inPublic: readonly PublicArrival[] = []) {
  const { harness, ports } = createPrivateHarness();
  harness.history = items.map((item, position) => ({ position, item }));
  const wanted: Parameters<PublicArrivals['find']>[0][] = [];
  const publicArrivals: PublicArrivals = {
    async find(each) {
      wanted.push(each);
      return inPublic;
    },
  };
  return {
    ...{ harness, wanted },
    async find(
      requests: readonly OwnPaymentRequest[],
      others: readonly OwnPaymentRequest[] = [],
    ): Promise<readonly TransactionHash[]> {
      const given = { session, requests, others };
      const found = await findArrivals({ ...ports, publicArrivals }, given);
      if (!found.ok) throw new Error('The session has ended.');
      return found.value.map(({ transactionHash }) => transactionHash);
    },
  };
}

it('finds what others sent since the oldest request, with the sender where they are shown', async () => {
  const { find } = setUp([note(1, after(-1)), note(2, after(1)), note(3, after(2))]);
  expect(await find([own()])).toEqual([hashOf(3), hashOf(2)]);
});

it('reads on until it has seen what is older', async () => {
  const items = Array.from({ length: 130 }, (_, n) => note(n, after(n - 10)));
  const { find } = setUp(items);
  expect(await find([own()])).toHaveLength(120);
});

it('finds nothing that the user moved themselves, paid, or only changed into other notes', async () => {
  const { harness, find } = setUp([
    note(1, after(1), { kind: 'shield' }),
    note(2, after(1), { kind: 'other' }),
    note(3, after(1), { kind: 'sent', received: [] }),
    note(4, after(1), { kind: 'shield' }),
  ]);
  harness.operationByHash.set(hashOf(1), 'own');
  harness.operationByHash.delete(hashOf(4));
  expect(await find([own()])).toEqual([hashOf(4)]);
});

it('finds nothing that pays or has settled a request, whether it is over or not', async () => {
  const { find } = setUp([1, 2, 3, 4].map((n) => note(n, after(n))));
  const paid = own({ id: 'paid', paymentHashes: [hashOf(2)] });
  const settled = own({ id: 'settled', settledHash: hashOf(3) });
  expect(await find([own({ paymentHashes: [hashOf(1)] })], [paid, settled])).toEqual([hashOf(4)]);
});

it('looks only into balances that something is requested in, and for those amounts', async () => {
  const inPublic = { transactionHash: hashOf(9), from: null, at: after(1) };
  const arrival = { ...inPublic, tokenId: KAX.id, units: toBaseUnits(7n) };
  const { harness, wanted, find } = setUp([note(1, after(1))], [arrival]);
  expect(await find([])).toEqual([]);
  expect(await find([own()])).toEqual([hashOf(1)]);
  expect(wanted).toEqual([]);
  const terms = buildRequestTerms({ tokenId: KAX.id, units: toBaseUnits(7n) });
  harness.isLocked = true;
  expect(await find([own({ terms })])).toEqual([hashOf(9)]);
  expect(wanted).toEqual([
    {
      ...{ userId: 'alice', account: ALICE, since: START },
      amounts: [{ tokenId: KAX.id, units: 7n }],
    },
  ]);
  await expect(find([own()])).rejects.toThrow('The session has ended.');
});
