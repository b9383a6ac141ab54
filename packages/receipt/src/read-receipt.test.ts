import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '#wire/wallet/receipt';
import { newWallet, transact, unsigned } from './payments.test-setup.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptCode } from './receipt-code.ts';
import { RECEIPT_TEXT_PREFIX, receiptJson, receiptText } from './receipt-text.ts';

const wallet = newWallet();
const { notes } = transact([{ to: wallet, value: 40_000_000n, recordedSender: newWallet() }]);
const receipt: Receipt = {
  ...unsigned({ from: newWallet().privateAddress, to: wallet.privateAddress }),
  proof: { kind: 'private-transfer', notes: [...notes] },
  stated: { fromName: 'محمد', toName: 'Zoë "Z" \\ 🍕', message: '22 November' },
  signature: `0x${'ab'.repeat(64)}`,
};
const json = receiptJson(receipt);

describe('a receipt is read', () => {
  it('from its JSON, with any blanks between its parts', () => {
    expect(readReceipt(json)).toEqual(receipt);
    expect(readReceipt(`\uFEFF\n${JSON.stringify(receipt, null, 2)}\r\n`)).toEqual(receipt);
    expect(readReceipt(JSON.stringify(receipt, null, '\t').replaceAll('\n', '\r\n'))).toEqual(
      receipt,
    );
  });

  it('from its code, wherever its lines end, and in either alphabet of base64', () => {
    const code = receiptCode(receipt);
    expect(code).not.toMatch(/[-=]/);
    expect(readReceipt(code)).toEqual(receipt);
    expect(readReceipt(`  ${code.match(/.{1,61}/g)?.join('\n  ')}\n`)).toEqual(receipt);
    expect(readReceipt(code.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(receipt);
  });

  it('whatever names and messages it states', () => {
    const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }));
    fc.assert(
      fc.property(text, text, text, (fromName, toName, message) => {
        const other = { ...receipt, stated: { fromName, toName, message } };
        expect(readReceipt(receiptJson(other))).toEqual(other);
        expect(readReceipt(receiptCode(other))).toEqual(other);
      }),
    );
  });
});

describe('a receipt is not read', () => {
  const changed = (from: string | RegExp, to: string) => {
    const other = json.replace(from, to);
    expect(other).not.toBe(json);
    return readReceipt(other);
  };

  it('with a field twice, of which two readers could take different ones', () => {
    expect(changed('"amount":"40000000"', '"amount":"90000000","amount":"40000000"')).toBeNull();
    expect(changed('"fromName"', '"fromName":"Carol","fromName"')).toBeNull();
  });

  it('with a field that is not signed, or without one that is', () => {
    expect(changed('"issuer"', '"paid":true,"issuer"')).toBeNull();
    expect(changed('"fromName"', '"note":"x","fromName"')).toBeNull();
    expect(changed('"tree":0,', '"tree":0,"spent":false,')).toBeNull();
    expect(changed('"tree":0,', '')).toBeNull();
    expect(changed(/,"issuedAt":"[^"]+"/, '')).toBeNull();
    expect(changed('"chainId"', '"__proto__":{"a":1},"chainId"')).toBeNull();
  });

  it('in another order or spelling than the one that is signed', () => {
    expect(changed('"tree":0,"position":10', '"position":10,"tree":0')).toBeNull();
    expect(changed('"chainId":31337', '"chainId":31337.0')).toBeNull();
    expect(changed('"chainId":31337', '"chainId":3.1337e4')).toBeNull();
    expect(changed('"format"', '"\\u0066ormat"')).toBeNull();
    expect(changed('22 November', '22\\u0020November')).toBeNull();
    expect(changed('"40000000"', '"040000000"')).toBeNull();
    expect(changed('"40000000"', '"4e7"')).toBeNull();
    expect(changed('"40000000"', '"-40000000"')).toBeNull();
    expect(changed('0xababab', '0xABabab')).toBeNull();
    expect(changed('2026-11-22T12:31:00.000Z', '2026-11-22T12:31:00Z')).toBeNull();
    expect(changed('2026-11-22T12:31:00.000Z', '2026-11-22T12:31:00.000+00:00')).toBeNull();
    expect(changed('2026-11-22T12', '2026-13-22T12')).toBeNull();
  });

  it('of another version, without notes, with nothing paid, or after something else', () => {
    expect(changed('"version":1', '"version":2')).toBeNull();
    expect(changed(/"notes":\[.*?\]/, '"notes":[]')).toBeNull();
    expect(changed('"amount":"40000000"', '"amount":"0"')).toBeNull();
    expect(readReceipt(`${json}${json}`)).toBeNull();
    expect(readReceipt(`${json},`)).toBeNull();
    expect(readReceipt('')).toBeNull();
    expect(readReceipt('null')).toBeNull();
    expect(readReceipt('{}')).toBeNull();
    expect(readReceipt('[]')).toBeNull();
    expect(readReceipt('a'.repeat(300_000))).toBeNull();
    expect(readReceipt(btoa('{"a":1}'))).toBeNull();
  });

  it('after any change of one character that would leave the signed text as it is', () => {
    const place = fc.nat(json.length - 1);
    const character = fc.constantFrom(...'0123456789abcdefxyz{}[]",:\\ \n');
    fc.assert(
      fc.property(place, character, (at, put) => {
        const other = readReceipt(json.slice(0, at) + put + json.slice(at + 1));
        const isSame = other !== null && receiptJson(other) === json;
        expect(isSame).toBe(json[at] === put);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the text that is signed', () => {
  it('begins with a line of its own, and has everything but the signature', () => {
    const { signature, ...rest } = receipt;
    expect(receiptText(receipt)).toBe(`${RECEIPT_TEXT_PREFIX}${JSON.stringify(rest)}`);
    expect(RECEIPT_TEXT_PREFIX).toBe('Kax receipt 1\n');
    expect(receiptText(receipt)).not.toContain(signature);
  });

  it('is the same for the same content in any order, and has no other fields', () => {
    const reversed = Object.fromEntries(Object.entries({ ...receipt, more: 1 }).toReversed());
    expect(receiptText(reversed as unknown as Receipt)).toBe(receiptText(receipt));
  });

  it('has the first and last name and the message apart: no two receipts have the same', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\\', ':', '}'), maxLength: 6 });
    const names = fc.record({ fromName: text, toName: text, message: text });
    fc.assert(
      fc.property(names, names, (one, other) => {
        const isSame =
          receiptText({ ...receipt, stated: one }) === receiptText({ ...receipt, stated: other });
        expect(isSame).toBe(
          JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other)),
        );
      }),
    );
  });
});
