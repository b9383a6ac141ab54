import { expect, it } from 'vitest';
import { isSight, packSecrets, unpackSecrets } from './shielded-seals.ts';

it.each([
  ['a seed', 16],
  ['a sight', 96],
])('unpacks copies of %s, which stay when the packed bytes are overwritten', (_name, length) => {
  const secrets = {
    keys: new Uint8Array(length).fill(1),
    encryptionKey: new Uint8Array(32).fill(2),
    viewKey: new Uint8Array(32).fill(3),
  };
  const packed = Buffer.from(packSecrets(secrets));
  const unpacked = unpackSecrets(packed);
  packed.fill(0);
  expect(unpacked).toEqual(secrets);
  expect(isSight(unpacked)).toBe(length === 96);
});

it('refuses to unpack any other length', () => {
  expect(() => unpackSecrets(new Uint8Array(79))).toThrow('79 bytes');
});
