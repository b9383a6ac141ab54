import { expect, test } from 'vitest';
import { buildReceipt } from '#testing/receipt';
import { evidenceOf, fileNameOf, paidAtText, paperAmountOf, statedOf } from './receipt-text.ts';

const eth = { symbol: 'POL', decimals: 18, address: null };

test.each([
  [buildReceipt(), '40.00'],
  [buildReceipt({ amount: '1' }), '0.000001'],
  [buildReceipt({ amount: '1234567500000' }), '1,234,567.50'],
  [
    buildReceipt({ amount: '1234567890123456789012345678', token: eth }),
    '1,234,567,890.123456789012345678',
  ],
  [buildReceipt({ amount: '7', token: { ...eth, decimals: 0 } }), '7'],
])('the amount is exact, with two decimals or more: %#', (receipt, text) => {
  expect(paperAmountOf(receipt)).toBe(text);
});

test('the time has its zone', () => {
  expect(paidAtText(buildReceipt())).toMatch(/^2[123] November 2026, \d\d:\d\d \S+/);
});

test('a file is named for the day and the exact amount, without what file systems refuse', () => {
  expect(fileNameOf(buildReceipt())).toMatch(/^Kax receipt 2026-11-2[123] 40 USDC$/);
  const odd = buildReceipt({ token: { symbol: '../x:*?', decimals: 0, address: null } });
  expect(fileNameOf(odd)).toMatch(/^Kax receipt 2026-11-2[123] 40000000 \.\.x$/);
});

test('the paper says what shows the payment', () => {
  expect(evidenceOf(buildReceipt())).toBe('Polygon’s public record shows this payment.');
  expect(evidenceOf(buildReceipt({ proof: { kind: 'unshield' } }))).toBe(
    'Polygon’s public record shows this payment, but not who made it.',
  );
});

test.each([
  [{ fromName: null, toName: null, message: null }, null],
  [
    { fromName: 'Alice', toName: null, message: null },
    'The names are as stated by the sender, who signed this receipt.',
  ],
  [
    { fromName: null, toName: null, message: 'Rent' },
    'The message is as stated by the sender, who signed this receipt.',
  ],
  [
    { fromName: 'Alice', toName: 'Bob', message: 'Rent' },
    'The names and the message are as stated by the sender, who signed this receipt.',
  ],
])('what no record shows is marked as stated: %j', (stated, sentence) => {
  expect(statedOf(buildReceipt({ stated }))).toBe(sentence);
});

test('the sender of a private payment is only stated by its recipient', () => {
  const notes = [
    { tree: 0, position: 4, value: '40000000', random: `0x${'1a'.repeat(16)}`, senderRandom: null },
  ];
  const received = buildReceipt({
    issuer: 'recipient',
    proof: { kind: 'private-transfer', notes },
    stated: { fromName: 'Alice', toName: 'Bob', message: 'Rent' },
  });
  expect(statedOf(received)).toBe(
    'The sender, the names and the message are as stated by the recipient, who signed this receipt.',
  );
  const none = { fromName: null, toName: null, message: null };
  expect(statedOf({ ...received, stated: none })).toBe(
    'The sender is as stated by the recipient, who signed this receipt.',
  );
  expect(statedOf({ ...received, stated: none, from: null })).toBeNull();
  expect(statedOf({ ...received, stated: none, issuer: 'sender' })).toBeNull();
});
