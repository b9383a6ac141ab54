import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DataKey } from '../../ports/key-vault.ts';
import { createPasskeyWraps } from './passkey-wraps.ts';

const secretOf = () => randomBytes(32).toString('base64url');
const dataKey = randomBytes(32) as unknown as DataKey;
const holder = { userId: 'one', credentialId: 'first', secret: secretOf() };

it('opens a data key with the secret of its passkey alone', () => {
  const server = randomBytes(32);
  const wraps = createPasskeyWraps(server);
  const wrap = wraps.wrap(dataKey, holder);
  expect(Buffer.from(wrap).includes(Buffer.from(dataKey))).toBe(false);
  expect(createPasskeyWraps(server).open(wrap, holder)).toEqual(dataKey);
  expect(wraps.open(wrap, { ...holder, secret: secretOf() })).toBeNull();
  expect(wraps.open(wrap, { ...holder, userId: 'two' })).toBeNull();
  expect(wraps.open(wrap, { ...holder, credentialId: 'second' })).toBeNull();
  expect(wraps.open(wrap.slice(0, 20), holder)).toBeNull();
});

it('opens nothing with the secret of a passkey without the one of the server', () => {
  const wrap = createPasskeyWraps(randomBytes(32)).wrap(dataKey, holder);
  expect(createPasskeyWraps(randomBytes(32)).open(wrap, holder)).toBeNull();
});
