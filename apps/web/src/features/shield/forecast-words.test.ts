import { expect, test } from 'vitest';
import { buildCoin } from '#testing/coin';
import type { LinkReason } from './api/forecast-unshield.ts';
import { reasonText } from './forecast-words.ts';

const usdc = buildCoin();
const at = '2026-11-12T10:00:00.000Z';
const shield = { paid: '1250000000', at };

test.each<[LinkReason, string, string]>([
  [
    { kind: 'same-amount', ...shield },
    'Same amount as your shield of 12 Nov.',
    '1,250 USDC went in then, and nobody else moved this amount.',
  ],
  [
    { kind: 'sum-of-shields', shields: [shield, { paid: '250000', at }] },
    'Adds up to 2 of your shields.',
    'Together they are exactly this amount: 1,250 USDC of 12 Nov, 0.25 USDC of 12 Nov.',
  ],
  [
    { kind: 'back-to-shielder', ...shield },
    'Goes to the address that shielded.',
    'Money of this address went in on 12 Nov.',
  ],
  [
    { kind: 'linked-recipient' },
    'This address is tied to one that shielded.',
    'A public payment joins the two.',
  ],
  [
    { kind: 'soon-after', ...shield, minutes: 12 },
    'Soon after your last shield.',
    '12 minutes have passed. The shorter the time, the easier the guess.',
  ],
  [
    { kind: 'few-others', others: 3 },
    'Few others use the pool with USDC.',
    '3 other addresses have shielded it so far. The more come, the harder it gets; you can come back later.',
  ],
])('says the reason %j in words', (reason, fact, evidence) => {
  expect(reasonText(reason, usdc)).toEqual({ fact, evidence });
});

test('says of an empty crowd that nobody else is there', () => {
  expect(reasonText({ kind: 'few-others', others: 0 }, usdc).evidence).toMatch(
    /^Nobody else shielded it so far\./,
  );
});
