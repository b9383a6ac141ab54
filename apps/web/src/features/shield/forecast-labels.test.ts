import { expect, test } from 'vitest';
import { buildCoin } from '#testing/coin';
import type { LinkReason } from './api/forecast-unshield.ts';
import { reasonText } from './forecast-labels.ts';

const usdc = buildCoin();
const at = '2026-11-12T10:00:00.000Z';
const shield = { paid: '1250000000', at };

test.each<[LinkReason, string, string]>([
  [
    { kind: 'same-amount', ...shield },
    'Same amount as your shield on 12 Nov.',
    'You shielded 1,250 USDC, and no one else moved this amount.',
  ],
  [
    { kind: 'sum-of-shields', shields: [shield, { paid: '250000', at }] },
    'Adds up to 2 of your shields.',
    'Together they equal this amount: 1,250 USDC on 12 Nov, 0.25 USDC on 12 Nov.',
  ],
  [
    { kind: 'back-to-shielder', ...shield },
    'You’re sending back to the address you shielded from on 12 Nov.',
    'Anyone can see both.',
  ],
  [
    { kind: 'linked-recipient' },
    'This address is linked to one you shielded from.',
    'A public payment connects them.',
  ],
  [
    { kind: 'soon-after', ...shield, minutes: 12 },
    'This is soon after your last shield.',
    'You shielded 12 minutes ago. Waiting makes this harder to link.',
  ],
  [
    { kind: 'few-others', others: 3 },
    'Few people shield USDC yet.',
    '3 other addresses have so far. Waiting until more do makes this harder to link.',
  ],
])('explains the reason %j', (reason, fact, evidence) => {
  expect(reasonText(reason, usdc)).toEqual({ fact, evidence });
});

test('says that no one else has shielded when there are no others', () => {
  expect(reasonText({ kind: 'few-others', others: 0 }, usdc).evidence).toMatch(
    /^No one else has so far\./,
  );
});
