import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { packSecrets, unpackSecrets } from './shielded-seals.ts';

it('unpacks copies, which stay when the packed bytes are overwritten', () => {
  const secrets = {
    entropy: new Uint8Array(randomBytes(16)),
    encryptionKey: new Uint8Array(randomBytes(32)),
    viewKey: new Uint8Array(randomBytes(32)),
  };
  const packed = Buffer.from(packSecrets(secrets));
  const unpacked = unpackSecrets(packed);
  packed.fill(0);
  expect(unpacked).toEqual(secrets);
});

it('unpacks nothing of another length', () => {
  expect(() => unpackSecrets(new Uint8Array(79))).toThrow('79 bytes');
});
