import { describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildCoin } from '#testing/coin';
import { buildOwnRequest } from '#testing/payment-link';
import { paymentLink, shareText, stateText } from './receive-texts.ts';

const PUBLIC = '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE';

describe('the code for other wallets', () => {
  it('has the exact amount in base units', () => {
    const units = toBaseUnits(1_234_500_000n);
    expect(paymentLink({ mode: 'public', address: PUBLIC }, buildCoin(), units)).toMatch(
      /transfer\?address=0x7aB1.*&uint256=1234500000$/,
    );
  });

  it('does not exist for a private address', () => {
    expect(paymentLink({ mode: 'private', address: '0zk1' }, buildCoin(), null)).toBeNull();
  });
});

describe('what is shared with a link', () => {
  it('is the amount and the message, and never the address', () => {
    expect(shareText(buildOwnRequest())).toBe('Please pay me 40 USDC · “Dinner on Friday”');
    expect(shareText(buildOwnRequest({ message: null }))).toBe('Please pay me 40 USDC.');
  });
});

describe('what became of a request', () => {
  it.each([
    [{ state: 'open' }, 'Waiting for payment'],
    [{ state: 'being-paid' }, 'Being paid'],
    [{ state: 'expired' }, 'Expired'],
    [{ state: 'cancelled' }, 'Cancelled'],
    [{ state: 'paid', paidAt: null }, 'Paid'],
  ] as const)('%j reads %s', (values, text) => {
    expect(stateText(buildOwnRequest(values))).toBe(text);
  });

  it('says when it was paid', () => {
    const paid = buildOwnRequest({ state: 'paid', paidAt: '2026-11-29T14:02:00.000Z' });
    expect(stateText(paid)).toMatch(/^Paid on 29 Nov, \d\d:02$/);
  });
});
