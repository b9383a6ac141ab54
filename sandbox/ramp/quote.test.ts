import { expect, it } from 'vitest';
import { quoteFor } from './quote.ts';

it('sells 96.4 USDC for 100 US dollars', () => {
  expect(quoteFor('BUY', '100')).toEqual({
    side: 'BUY',
    fiatCents: 10_000n,
    feeCents: 360n,
    cryptoUnits: 96_400_000n,
  });
});

it('pays 19.80 US dollars for 20 USDC', () => {
  expect(quoteFor('SELL', '20')).toMatchObject({ fiatCents: 1_980n, cryptoUnits: 20_000_000n });
});

it('rounds its fee up, to the cent', () => {
  expect(quoteFor('BUY', '10.01')).toMatchObject({ feeCents: 37n, cryptoUnits: 9_640_000n });
});

it.each(['', 'ten', '-5', '1e3', '4.99', '5000.01', '10.001', '10,5', ' 10', '9'.repeat(30)])(
  'gives no price for %j',
  (text) => expect(quoteFor('BUY', text)).toBeNull(),
);

it('accepts six decimals of USDC and no seventh', () => {
  expect(quoteFor('SELL', '20.000001')?.cryptoUnits).toBe(20_000_001n);
  expect(quoteFor('SELL', '20.0000001')).toBeNull();
});
