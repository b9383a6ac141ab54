import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createShieldedSeals } from './shielded-seals.ts';

const CHAIN_ID = 137;
const seals = createShieldedSeals(randomBytes(32));
const plain = randomBytes(80);
const context = ['wallet', 'alice'];

it('opens what was sealed to its key', () => {
  const key = seals.createRunKey(CHAIN_ID);
  const sealed = seals.sealTo(key.publicKey, plain, context);
  expect(key.open(sealed, context)).toEqual(plain);
  expect(sealed.includes(plain.subarray(0, 16))).toBe(false);
});

it('seals the same differently each time', () => {
  const { publicKey } = seals.createRunKey(CHAIN_ID);
  const [first, second] = [1, 2].map(() => seals.sealTo(publicKey, plain, context));
  expect(first).not.toEqual(second);
});

it('does not open what was sealed for another user or for another purpose', () => {
  const key = seals.createRunKey(CHAIN_ID);
  const sealed = seals.sealTo(key.publicKey, plain, context);
  expect(() => key.open(sealed, ['wallet', 'bob'])).toThrow(/unable to authenticate/);
  expect(() => key.open(sealed, ['walletalice'])).toThrow(/unable to authenticate/);
});

it('does not open with the key of a later run', () => {
  const sealed = seals.sealTo(seals.createRunKey(CHAIN_ID).publicKey, plain, context);
  expect(() => seals.createRunKey(CHAIN_ID).open(sealed, context)).toThrow(
    /unable to authenticate/,
  );
});

it('does not open what was changed, wherever', () => {
  const key = seals.createRunKey(CHAIN_ID);
  const sealed = seals.sealTo(key.publicKey, plain, context);
  // The last byte of the sender's key, of the ciphertext and of the tag.
  for (const place of [40, 70, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => key.open(changed, context)).toThrow(/unable to authenticate/);
  }
});

it('trusts our published key for its chain only', () => {
  const key = seals.createRunKey(CHAIN_ID);
  expect(seals.isOurs(key, CHAIN_ID)).toBe(true);
  expect(seals.isOurs(key, 31337)).toBe(false);
  const stranger = createShieldedSeals(randomBytes(32)).createRunKey(CHAIN_ID);
  expect(seals.isOurs(stranger, CHAIN_ID)).toBe(false);
  expect(seals.isOurs({ ...key, publicKey: stranger.publicKey }, CHAIN_ID)).toBe(false);
  expect(seals.isOurs({ ...key, mac: new Uint8Array() }, CHAIN_ID)).toBe(false);
});

it('does not open what was sealed without the key files', () => {
  const key = seals.createRunKey(CHAIN_ID);
  const stranger = createShieldedSeals(randomBytes(32));
  const sealed = stranger.sealTo(key.publicKey, plain, context);
  expect(() => key.open(sealed, context)).toThrow(/unable to authenticate/);
});

it('distinguishes its own texts from other texts, purposes and servers', () => {
  const signature = seals.sign('spend', 'to alice');
  expect(seals.isSigned('spend', 'to alice', signature)).toBe(true);
  expect(seals.isSigned('spend', 'to mallory', signature)).toBe(false);
  expect(seals.isSigned('worker', 'to alice', signature)).toBe(false);
  const stranger = createShieldedSeals(randomBytes(32));
  expect(stranger.isSigned('spend', 'to alice', signature)).toBe(false);
});

it('tags the same text under the same key and context alike, and nothing else', () => {
  const key = randomBytes(32);
  const tag = seals.tagWith(key, 'Rent', context);
  expect(tag).toHaveLength(32);
  expect(seals.tagWith(Buffer.from(key), 'Rent', context)).toEqual(tag);
  for (const other of [
    seals.tagWith(key, 'rent', context),
    seals.tagWith(key, 'Rent', ['wallet', 'bob']),
    seals.tagWith(key, 'aliceRent', ['wallet', '']),
    seals.tagWith(randomBytes(32), 'Rent', context),
  ]) {
    expect(other).not.toEqual(tag);
  }
});
