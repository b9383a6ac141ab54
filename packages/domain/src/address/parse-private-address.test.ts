import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrivateAddress } from './parse-private-address.ts';

const POLYGON = 137;
/** Both were written by RAILGUN's own software, from the same keys. */
const EVERYWHERE =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqq0rv7j6fe3z53luysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjunqrzs';
const ON_POLYGON =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqqwunpd9kxwatw3yysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjcp9hxs';

describe('a private address', () => {
  test('for all networks is accepted on each', () => {
    expect(parsePrivateAddress(EVERYWHERE, POLYGON)).toEqual({ ok: true, address: EVERYWHERE });
    expect(parsePrivateAddress(EVERYWHERE, 31337)).toEqual({ ok: true, address: EVERYWHERE });
  });

  test('for one network is accepted there and nowhere else', () => {
    expect(parsePrivateAddress(ON_POLYGON, POLYGON)).toEqual({ ok: true, address: ON_POLYGON });
    expect(parsePrivateAddress(ON_POLYGON, 1)).toEqual({ ok: false, problem: 'other-network' });
  });

  test('is accepted in upper case and stored in lower case, but not mixed', () => {
    expect(parsePrivateAddress(EVERYWHERE.toUpperCase(), POLYGON)).toEqual({
      ok: true,
      address: EVERYWHERE,
    });
    const mixed = EVERYWHERE.slice(0, -1) + EVERYWHERE.slice(-1).toUpperCase();
    const isCapital = mixed !== EVERYWHERE;
    expect(parsePrivateAddress(isCapital ? mixed : `0ZK${EVERYWHERE.slice(3)}`, POLYGON)).toEqual({
      ok: false,
      problem: 'not-private',
    });
  });

  test.each([
    '',
    '0zk',
    '0zk1',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    // The example of BIP-350: valid bech32m that is no address of the pool.
    'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
  ])('is not %j', (text) => {
    expect(parsePrivateAddress(text, POLYGON)).toEqual({ ok: false, problem: 'not-private' });
  });

  test('with one wrong character is never accepted', () => {
    const place = fc.integer({ min: 4, max: EVERYWHERE.length - 1 });
    const character = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l');
    fc.assert(
      fc.property(place, character, (at, wrong) => {
        fc.pre(EVERYWHERE[at] !== wrong);
        const typed = EVERYWHERE.slice(0, at) + wrong + EVERYWHERE.slice(at + 1);
        expect(parsePrivateAddress(typed, POLYGON)).toEqual({ ok: false, problem: 'not-private' });
      }),
    );
  });
});
