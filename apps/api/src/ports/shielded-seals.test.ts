import { expect, it } from 'vitest';
import { packSecrets, unpackSecrets } from './shielded-seals.ts';

it('unpacks copies, which stay when the packed bytes are overwritten', () => {
  const secrets = {
    entropy: new Uint8Array(16).fill(1),
    encryptionKey: new Uint8Array(32).fill(2),
    viewKey: new Uint8Array(32).fill(3),
  };
  const packed = Buffer.from(packSecrets(secrets));
  const unpacked = unpackSecrets(packed);
  packed.fill(0);
  expect(unpacked).toEqual(secrets);
});

it('refuses to unpack any other length', () => {
  expect(() => unpackSecrets(new Uint8Array(79))).toThrow('79 bytes');
});
