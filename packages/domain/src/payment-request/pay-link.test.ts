import { describe, expect, it } from 'vitest';
import { payLink, requestCodeIn } from './pay-link.ts';

const ORIGIN = 'https://kax.app';
const CODE = '7Q2MK9XD4TPA82WJ';

describe('the link of a payment request', () => {
  it('has the code in groups of four, and reads back as the same code', () => {
    expect(payLink(ORIGIN, CODE)).toBe('https://kax.app/pay/7Q2M-K9XD-4TPA-82WJ');
    expect(requestCodeIn(payLink(ORIGIN, CODE), ORIGIN)).toBe(CODE);
  });

  it.each([
    ['with blanks around it', ' https://kax.app/pay/7Q2M-K9XD-4TPA-82WJ\n'],
    ['without its scheme', 'kax.app/pay/7q2mk9xd4tpa82wj'],
    ['with what a messenger adds', 'https://kax.app/pay/7Q2M-K9XD-4TPA-82WJ?utm=1#x'],
    ['in capitals', 'HTTPS://KAX.APP/PAY/7Q2M-K9XD-4TPA-82WJ'],
  ])('is read %s', (_, text) => {
    expect(requestCodeIn(text, ORIGIN)).toBe(CODE);
  });

  it.each([
    ['of another place', 'https://kax.evil/pay/7Q2M-K9XD-4TPA-82WJ'],
    ['of a place whose name begins the same', 'https://kax.app.evil/pay/7Q2M-K9XD-4TPA-82WJ'],
    ['with another path', 'https://kax.app/freeze/7Q2M-K9XD-4TPA-82WJ'],
    ['with a code that is too short', 'https://kax.app/pay/7Q2M-K9XD'],
    ['that is an address', '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE'],
  ])('is not a text %s', (_, text) => {
    expect(requestCodeIn(text, ORIGIN)).toBeNull();
  });
});
