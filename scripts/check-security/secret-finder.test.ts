import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFinder, findCodes, type Secret, textSecret } from './secret-finder.ts';

const phrase = textSecret('phrase', 'vera', 'legal winner thank year wave sausage');
const entropy: Secret = { kind: 'entropy', owner: 'vera', bytes: randomBytes(16) };
const find = createFinder([phrase, entropy]);
const hide = (form: Uint8Array) => Buffer.concat([randomBytes(1000), form, randomBytes(1000)]);
const [text, bytes] = [Buffer.from(phrase.bytes), Buffer.from(entropy.bytes)];

it.each([
  ['as it is', text, phrase],
  ['as UTF-16', Buffer.from(text.toString(), 'utf16le'), phrase],
  ['in hex', Buffer.from(text.toString('hex')), phrase],
  ['in base64', Buffer.from(text.toString('base64')), phrase],
  ['behind one byte in base64', inBase64(1, text), phrase],
  ['behind two bytes in base64', inBase64(2, text), phrase],
  ['as bytes', bytes, entropy],
  ['as bytes in hex', Buffer.from(bytes.toString('hex').toUpperCase()), entropy],
  ['as bytes in base64 for URLs', Buffer.from(bytes.toString('base64url')), entropy],
])('finds a secret %s', (_form, hidden, secret) => {
  expect([...find(hide(hidden))]).toEqual([secret]);
});

it('finds nothing where there is nothing', () => {
  expect(find(randomBytes(100_000)).size).toBe(0);
  expect(find(text.subarray(1)).size).toBe(0);
  expect(find(text.subarray(0, -1)).size).toBe(0);
});

it('finds a standalone code, but none inside a longer number', () => {
  const codes = new Set(['123456']);
  expect([...findCodes(Buffer.from('your code: 123456\n'), codes)]).toEqual(['123456']);
  expect(findCodes(Buffer.from('1234567 0.123456 a123456'), codes).size).toBe(0);
});

function inBase64(offset: number, secret: Buffer): Buffer {
  return Buffer.from(
    Buffer.concat([randomBytes(offset), secret, randomBytes(2)]).toString('base64'),
  );
}
