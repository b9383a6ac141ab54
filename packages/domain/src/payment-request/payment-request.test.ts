import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseRequestCode,
  REQUEST_CODE_BYTES,
  requestCode,
  showRequestCode,
} from './payment-request.ts';

const bytes = fc.uint8Array({ minLength: REQUEST_CODE_BYTES, maxLength: REQUEST_CODE_BYTES });

describe('the code of a link', () => {
  it('is 16 symbols that no one takes for one another', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(requestCode(random)).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      }),
    );
  });

  it('differs for every ten bytes', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const isSame = Buffer.from(one).equals(other);
        expect(requestCode(one) === requestCode(other)).toBe(isSame);
      }),
    );
    expect(requestCode(new Uint8Array(10))).toBe('0000000000000000');
    expect(requestCode(new Uint8Array(10).fill(255))).toBe('ZZZZZZZZZZZZZZZZ');
  });

  it('is read as it is shown, in any case, and with letters for the digits they look like', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = requestCode(random);
        const shown = showRequestCode(code);
        expect(shown).toMatch(/^(?:.{4}-){3}.{4}$/);
        expect(parseRequestCode(shown)).toBe(code);
        const typed = ` ${shown.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
        expect(parseRequestCode(typed)).toBe(code);
      }),
    );
  });

  it.each([
    '',
    '7Q2M-K9XD-4TPA',
    '7Q2M-K9XD-4TPA-82WJX',
    '7Q2M-K9XD-4TPA-82WU',
    '7Q2M_K9XD4TPA82W',
  ])('is not “%s”', (text) => {
    expect(parseRequestCode(text)).toBeNull();
  });
});
