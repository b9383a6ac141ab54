import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ACTIVITY_TYPES } from '#domain/activity/activity';
import { buildActivity } from '#testing/activity';
import { ALICE, BOB, KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import type { SwapView } from '#wire/exchange/swap-view';
import type { ActivityTransaction } from '#wire/wallet/history';
import { entriesOf } from './entry.ts';
import { otherTokenCount } from './entry-amounts.ts';
import type { EntryRow } from './entry-row.ts';

const OWN_PRIVATE = `0zk1${'a'.repeat(123)}`;
const CONTRACT = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';
const BOB_PRIVATE = `0zk1${'b'.repeat(123)}`;
const CONTEXT = { ownAddresses: [ALICE, OWN_PRIVATE], swaps: new Map(), claims: [] };
type More = Partial<ActivityTransaction>;

const open = (more: More): EntryRow => ({ mode: 'public', transaction: buildActivity(more) });
const hidden = (more: More): EntryRow => ({ mode: 'private', transaction: buildActivity(more) });

function onlyEntry(...rows: EntryRow[]) {
  const entries = entriesOf(rows, CONTEXT);
  expect(entries).toHaveLength(1);
  return entries[0] as (typeof entries)[number];
}

const figure = (amount: { units: bigint; token: string; direction: string } | null) =>
  amount && `${amount.direction} ${amount.units} ${amount.token}`;

it('makes a shield one entry: its approval, what left in public and what arrived in private', () => {
  const entry = onlyEntry(
    open({ id: 'a', type: 'approve', direction: 'none', operationId: 'one', to: CONTRACT }),
    open({ id: 'b', type: 'shield', direction: 'out', operationId: 'one', amountBaseUnits: '250' }),
    hidden({ id: 'c', type: 'shield', operationId: 'one', from: ALICE, amountBaseUnits: '249' }),
  );
  expect(entry.id).toBe('operation-one');
  expect([entry.kind, entry.mode, entry.counterparty]).toEqual(['made-private', 'both', null]);
  expect(figure(entry.amount)).toBe('none 249 USDC');
  expect(entry.second).toBeNull();
});

it('shows what an unshield to the own address brought, and what left when it was paid to someone', () => {
  const out = { type: 'unshield', direction: 'out', operationId: 'one' } as const;
  const made = onlyEntry(
    hidden({ id: 'a', ...out, from: OWN_PRIVATE, to: ALICE, amountBaseUnits: '100' }),
    open({ id: 'b', type: 'unshield', operationId: 'one', to: ALICE, amountBaseUnits: '99' }),
  );
  expect([made.kind, figure(made.amount)]).toEqual(['made-public', 'none 99 USDC']);
  const paid = onlyEntry(hidden({ ...out, to: BOB, amountBaseUnits: '100' }));
  expect([paid.kind, figure(paid.amount)]).toEqual(['sent', 'out 100 USDC']);
  expect(paid.counterparty?.address).toBe(BOB);
});

it('takes what someone else shielded or unshielded to the user as received', () => {
  const shielded = onlyEntry(hidden({ type: 'shield', from: BOB, operationId: null }));
  expect([shielded.kind, shielded.counterparty?.address]).toEqual(['received', BOB]);
  // The pool’s contract pays it, and that names no one.
  const unshielded = onlyEntry(open({ type: 'unshield', from: CONTRACT, operationId: null }));
  expect([unshielded.kind, unshielded.counterparty]).toEqual(['received', null]);
});

it('sums the notes of one private payment, and keeps its message and the name of its sender', () => {
  const note = { type: 'internal-transfer', from: BOB_PRIVATE, fromName: 'Bob Tanaka' } as const;
  const entry = onlyEntry(
    hidden({ id: 'a', ...note, amountBaseUnits: '25' }),
    hidden({ id: 'b', ...note, amountBaseUnits: '15', memo: 'Dinner, thank you' }),
  );
  expect(figure(entry.amount)).toBe('in 40 USDC');
  expect(entry.counterparty).toEqual({ address: BOB_PRIVATE, shownName: 'Bob Tanaka' });
  expect(entry.message).toBe('Dinner, thank you');
});

it('counts the tokens that arrived together', () => {
  const kax = open({ id: 'a', token: 'KAX', tokenId: 'polygon-kax' });
  const pol = open({ id: 'b', token: 'POL', tokenId: 'polygon-pol' });
  expect(otherTokenCount(onlyEntry(open({ id: 'c' })))).toBe(0);
  expect(otherTokenCount(onlyEntry(kax, pol, open({ id: 'c' })))).toBe(2);
});

it('names no one when a payment has several recipients', () => {
  const out = { type: 'internal-transfer', direction: 'out' } as const;
  const entry = onlyEntry(
    hidden({ id: 'a', ...out, to: BOB_PRIVATE }),
    hidden({ id: 'b', ...out, to: `0zk1${'c'.repeat(123)}` }),
  );
  expect([entry.counterparty, entry.hasSeveralCounterparties]).toEqual([null, true]);
});

it('counts a private payment once while it is both in progress and seen in the pool', () => {
  const out = { type: 'internal-transfer', direction: 'out', operationId: 'one' } as const;
  const entry = onlyEntry(
    hidden({ id: 'one', ...out, status: 'pending', transactionHash: null }),
    hidden({ id: '0x1.0', ...out }),
  );
  expect([figure(entry.amount), entry.status]).toEqual(['out 1500000 USDC', 'success']);
});

describe('a swap', () => {
  const step = (id: string, more: More) => open({ id, type: 'swap', swapId: 'request-1', ...more });
  const kax = { token: 'KAX', tokenId: 'polygon-kax' } as const;
  const avax = { token: 'AVAX', tokenId: 'avalanche-avax', chain: 'Avalanche' } as const;
  const at = (minute: number) => ({ date: `2026-11-21T10:0${minute}:00.000Z` });
  const first = [
    step('a', { type: 'approve', direction: 'none', operationId: 'one', ...kax, ...at(0) }),
    step('b', { direction: 'out', operationId: 'one', amountBaseUnits: '400', ...kax, ...at(0) }),
    step('c', { operationId: 'one', amountBaseUnits: '90', ...at(0) }),
  ];
  const second = [
    step('d', { direction: 'out', operationId: 'two', amountBaseUnits: '89', ...at(1) }),
    step('e', { amountBaseUnits: '19', transactionHash: '0x2', ...avax, ...at(2) }),
  ];

  const hops = [buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)];
  const route = buildSwapRoute(hops, {
    requestId: 'request-1',
    outputAmount: '0.000000000000000019',
  });
  const buildSwap = (more: Partial<SwapView>) => buildSwapView(route, more);

  it('is one entry with what arrived over what left, whatever it went through', () => {
    const entry = onlyEntry(...first, ...second);
    expect([entry.id, entry.kind]).toEqual(['swap-request-1', 'swap']);
    expect([figure(entry.amount), figure(entry.second)]).toEqual(['in 19 AVAX', 'out 400 KAX']);
    expect(entry.at).toBe(Date.parse('2026-11-21T10:02:00.000Z'));
  });

  it('is in progress, with its step and what it is expected to bring, until it is complete', () => {
    const swaps = new Map([['request-1', buildSwap({ status: 'in-progress', currentStep: 2 })]]);
    const [entry] = entriesOf(first, { ...CONTEXT, swaps });
    expect([entry?.status, entry?.step]).toEqual(['pending', { current: 2, of: 2 }]);
    expect([figure(entry?.amount ?? null), entry?.amount.isExpected]).toEqual(['in 19 AVAX', true]);
    const done = new Map([['request-1', buildSwap({ status: 'completed' })]]);
    const [complete] = entriesOf([...first, ...second], { ...CONTEXT, swaps: done });
    expect([complete?.status, complete?.step]).toEqual(['success', null]);
    expect(complete?.amount.isExpected).toBe(false);
  });

  it('that failed midway shows what the wallet has now, and why it failed', () => {
    const failed = buildSwap({ status: 'failed', error: 'The second step failed.' });
    const swaps = new Map([['request-1', failed]]);
    const [entry] = entriesOf(first, { ...CONTEXT, swaps });
    expect([entry?.status, entry?.failure]).toEqual(['failed', 'The second step failed.']);
    expect([figure(entry?.amount ?? null), figure(entry?.second ?? null)]).toEqual([
      'in 90 USDC',
      'out 400 KAX',
    ]);
  });
});

test('an approval is an entry of its own only when nothing else has its operation', () => {
  const approval = { id: 'a', type: 'approve', direction: 'none', operationId: 'one' } as const;
  expect(onlyEntry(open(approval)).kind).toBe('approval');
  const sent = { id: 'b', type: 'shield', direction: 'out', operationId: 'one' } as const;
  expect(onlyEntry(open({ ...approval, status: 'failed' }), open(sent)).status).toBe('success');
});

test('a sale and its return are told apart, and an open order is in progress although its row is final', () => {
  const ramp = {
    orderId: 'order-1',
    side: 'SELL',
    status: 'processing',
    fiatAmount: '10',
    fiatCurrency: 'USD',
  } as const;
  const sold = onlyEntry(open({ type: 'ramp', direction: 'out', operationId: 'one', ramp }));
  expect([sold.id, sold.kind, sold.isInProgress]).toEqual(['operation-one', 'sell', true]);
  const refunded = { ...ramp, status: 'refunded' } as const;
  const returned = onlyEntry(open({ type: 'ramp', ramp: refunded }));
  expect([returned.id, returned.kind, returned.isInProgress]).toEqual([
    'order-order-1',
    'sale-returned',
    false,
  ]);
});

test.each([
  [['success', 'pending', 'failed'], 'failed'],
  [['success', 'pending'], 'pending'],
  [['success', 'success'], 'success'],
] as const)('rows with the statuses %j make an entry %s', (statuses, status) => {
  const rows = statuses.map((each, index) =>
    open({ id: `${index}`, type: 'send', direction: 'out', operationId: 'one', status: each }),
  );
  expect(onlyEntry(...rows).status).toBe(status);
});

describe('whatever the rows', () => {
  const rows = fc.array(
    fc.record({
      mode: fc.constantFrom('public', 'private'),
      transaction: fc
        .record({
          type: fc.constantFrom(...ACTIVITY_TYPES),
          status: fc.constantFrom('pending', 'success', 'failed'),
          direction: fc.constantFrom('in', 'out', 'none'),
          tokenId: fc.constantFrom('polygon-usdc', 'polygon-kax'),
          amountBaseUnits: fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
          operationId: fc.constantFrom(null, 'one', 'two'),
          swapId: fc.constantFrom(null, null, null, 'request-1'),
          transactionHash: fc.constantFrom(null, '0x1', '0x2'),
          date: fc
            .integer({ min: 0, max: 5 })
            .map((second) => new Date(second * 1_000).toISOString()),
        })
        .map(buildActivity),
    }),
    { maxLength: 20 },
  );
  const numbered = rows.map((all) =>
    all.map(({ mode, transaction }, index) => ({
      mode,
      transaction: { ...transaction, id: `${index}` },
    })),
  );

  test('each is in exactly one entry', () => {
    fc.assert(
      fc.property(numbered, (all) => {
        const seen = entriesOf(all, CONTEXT).flatMap((entry) => entry.rows);
        expect(new Set(seen)).toEqual(new Set(all));
        expect(seen).toHaveLength(all.length);
      }),
    );
  });

  test('the sums of an entry are those of its rows but for approvals beside something else', () => {
    fc.assert(
      fc.property(numbered, (all) => {
        for (const { rows: own, sums } of entriesOf(all, CONTEXT)) {
          const main = own.filter(({ transaction }) => transaction.type !== 'approve');
          const counted = main.length === 0 ? own : main;
          const total = (list: readonly bigint[]) => list.reduce((sum, each) => sum + each, 0n);
          expect(total(sums.map(({ units }) => units))).toBe(
            total(counted.map(({ transaction }) => BigInt(transaction.amountBaseUnits))),
          );
        }
      }),
    );
  });

  test('older rows never change the order of the entries before them, however rows are read', () => {
    fc.assert(
      fc.property(numbered, fc.nat(), (all, cut) => {
        const sorted = [...all].sort(
          (left, right) => Date.parse(right.transaction.date) - Date.parse(left.transaction.date),
        );
        const before = entriesOf(sorted.slice(0, cut % (all.length + 1)), CONTEXT);
        const after = entriesOf([...all].reverse(), CONTEXT);
        const known = new Set(before.map(({ id }) => id));
        expect(after.map(({ id }) => id).filter((id) => known.has(id))).toEqual(
          before.map(({ id }) => id),
        );
      }),
    );
  });
});
