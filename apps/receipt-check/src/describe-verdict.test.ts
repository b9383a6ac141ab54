import { expect, test } from 'vitest';
import type { ClaimResult, ReceiptVerdict } from '#receipt/verdict';
import { buildReceipt } from '#testing/receipt';
import type { Receipt } from '#wire/wallet/receipt';
import { describeVerdict } from './describe-verdict.ts';

const RAILGUN = '0x19b620929f97b7b990801496c3b361ca5def8c71';

function buildVerdict(
  more: Partial<ReceiptVerdict> = {},
  results: Partial<ReceiptVerdict['results']> = {},
): ReceiptVerdict {
  const proven: ClaimResult = 'proven';
  return {
    isGenuine: true,
    results: {
      transaction: proven,
      time: proven,
      token: proven,
      amount: proven,
      recipient: proven,
      sender: proven,
      signature: proven,
      ...results,
    },
    pool: null,
    ...more,
  };
}

const claimOf = (claim: string, verdict: ReceiptVerdict, receipt = buildReceipt()) =>
  describeVerdict(receipt, verdict).claims.find((each) => each.claim === claim);

const USDC = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';

const onPolygon = (more: Partial<Receipt> = {}) =>
  buildReceipt({ chainId: 137, token: { symbol: 'USDC', decimals: 6, address: USDC }, ...more });

test('a public payment of a known token on a known network is genuine', () => {
  const { tone, title, compare, claims } = describeVerdict(onPolygon(), buildVerdict());
  expect([tone, title, compare]).toEqual(['good', 'This receipt is genuine', []]);
  expect(claims.map(({ word }) => word)).toEqual(Array(7).fill('Shown'));
});

test('a token that only has the name of a known one is to be compared', () => {
  const address = '0x0000000000000000000000000000000000000001';
  const fake = onPolygon({ token: { symbol: 'USDC', decimals: 6, address } });
  const { tone, title, compare } = describeVerdict(fake, buildVerdict());
  expect([tone, title]).toEqual(['warn', 'This receipt matches the record']);
  expect(compare).toEqual([
    `The contract of USDC, ${address}. Anyone can publish a token with this name.`,
  ]);
});

test('the network’s own coin is known, in the pool in its wrapped form too', () => {
  const own = onPolygon({ token: { symbol: 'POL', decimals: 18, address: null } });
  expect(describeVerdict(own, buildVerdict()).tone).toBe('good');
  const address = '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270';
  const wrapped = onPolygon({ token: { symbol: 'POL', decimals: 18, address } });
  expect(describeVerdict(wrapped, buildVerdict({ pool: RAILGUN })).tone).toBe('good');
});

test('a wrong amount is named as the claim that is wrong', () => {
  const verdict = buildVerdict({ isGenuine: false }, { amount: 'wrong' });
  const { tone, title, claims } = describeVerdict(buildReceipt(), verdict);
  expect([tone, title]).toEqual(['bad', 'This receipt isn’t genuine']);
  expect(claims.filter(({ result }) => result === 'wrong').map(({ text }) => text)).toEqual([
    'The amount that arrived isn’t 40 USDC.',
  ]);
});

test('the pool is called RAILGUN’s only on Polygon, and only for its own contract', () => {
  const known = describeVerdict(onPolygon(), buildVerdict({ pool: RAILGUN }));
  expect(known.tone).toBe('good');
  expect(known.summary).toContain(`RAILGUN’s contract on Polygon, ${RAILGUN}`);
  const other = '0x0000000000000000000000000000000000000001';
  for (const [receipt, pool] of [
    [buildReceipt({ chainId: 31337 }), RAILGUN],
    [onPolygon(), other],
  ] as const) {
    const { tone, title, summary, compare } = describeVerdict(receipt, buildVerdict({ pool }));
    expect(tone).toBe('warn');
    expect(title).not.toContain('genuine');
    expect(summary).not.toContain('RAILGUN');
    expect(compare.join()).toContain(`The private pool’s contract ${pool}.`);
  }
});

test('a receipt that is wrong stays wrong, whichever pool it names', () => {
  const verdict = buildVerdict({ isGenuine: false, pool: RAILGUN }, { signature: 'wrong' });
  expect(describeVerdict(buildReceipt({ chainId: 137 }), verdict).tone).toBe('bad');
});

test('a hidden sender and a stated one are told apart', () => {
  const hidden = claimOf(
    'sender',
    buildVerdict({}, { sender: 'absent' }),
    buildReceipt({ from: null }),
  );
  expect([hidden?.word, hidden?.text]).toEqual(['Not said', 'The sender hides who they are.']);
  const stated = claimOf('sender', buildVerdict({}, { sender: 'stated' }));
  expect(stated?.word).toBe('Stated');
  expect(stated?.text).toContain('The record doesn’t show who did.');
  const received = buildReceipt({ issuer: 'recipient' });
  expect(claimOf('sender', buildVerdict({}, { sender: 'stated' }), received)?.text).toBe(
    `The recipient says that ${received.from} paid it. Recipients can’t prove who paid them privately.`,
  );
});

test('a private receipt shows that at least its amount arrived, because it can leave notes out', () => {
  const notes = [
    { tree: 0, position: 4, value: '40000000', random: `0x${'1a'.repeat(16)}`, senderRandom: null },
  ];
  const receipt = onPolygon({ proof: { kind: 'private-transfer', notes } });
  const verdict = buildVerdict({ pool: RAILGUN });
  expect(claimOf('amount', verdict, receipt)?.text).toBe('At least 40 USDC arrived.');
  expect(describeVerdict(receipt, verdict).unproven).toContain(
    'That another receipt of this transaction is another payment.',
  );
  expect(claimOf('amount', buildVerdict(), onPolygon())?.text).toBe('Exactly 40 USDC arrived.');
});

test('names and the message are listed as not shown', () => {
  const stated = { fromName: 'Alice', toName: null, message: 'Rent' };
  const text = describeVerdict(onPolygon({ stated }), buildVerdict()).unproven.join('\n');
  expect(text).toContain('That the names are true. The sender stated them.');
  expect(text).toContain('That this message came with the payment.');
});

test('a network is named by its id, not by what the receipt calls it', () => {
  const fake = buildReceipt({ chainId: 31337, chain: 'Polygon' });
  const { summary, claims, compare } = describeVerdict(fake, buildVerdict());
  expect(summary).toContain('network 31337');
  expect(compare[0]).toBe('Network 31337, which the receipt calls “Polygon”.');
  expect(claims.map(({ text }) => text).join()).not.toContain('Polygon');
});
