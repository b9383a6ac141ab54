import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE_PARAMETERS, createCodeSecrets } from './code-secrets.ts';

const secrets = createCodeSecrets(randomBytes(32));
const proves = ['reset', 'a user', 'alice@kax.test'];
const codes = { challengeId: randomUUID(), proves, emailCode: '123456', phoneCode: '654321' };

test('the same codes of the same challenge have the same hash, and no others', async () => {
  const hash = await secrets.hashCodes(codes);
  expect(hash).toHaveLength(32);
  expect(await secrets.hashCodes(codes)).toEqual(hash);
  const others = [
    { ...codes, challengeId: randomUUID() },
    { ...codes, proves: ['reset', 'another user', 'alice@kax.test'] },
    { ...codes, proves: ['reset', 'a useralice@kax.test'] },
    { ...codes, emailCode: '123457' },
    { ...codes, phoneCode: '654320' },
    { ...codes, emailCode: codes.phoneCode, phoneCode: codes.emailCode },
  ];
  for (const other of others) expect(await secrets.hashCodes(other)).not.toEqual(hash);
});

test('without the key outside the database the hash cannot be made', async () => {
  const thief = createCodeSecrets(randomBytes(32));
  expect(await thief.hashCodes(codes)).not.toEqual(await secrets.hashCodes(codes));
});

test('codes are stretched by Argon2id with at least 12 MiB and three passes', async () => {
  expect(CODE_PARAMETERS.memoryKiB).toBeGreaterThanOrEqual(12_288);
  expect(CODE_PARAMETERS.iterations).toBeGreaterThanOrEqual(3);
  const codeKey = randomBytes(32);
  const asShipped = await createCodeSecrets(codeKey).hashCodes(codes);
  expect(await createCodeSecrets(codeKey, CODE_PARAMETERS).hashCodes(codes)).toEqual(asShipped);
  const cheap = { memoryKiB: 8, iterations: 1, parallelism: 1 };
  expect(await createCodeSecrets(codeKey, cheap).hashCodes(codes)).not.toEqual(asShipped);
});

test('a code is hidden until it is sent', () => {
  const sealed = secrets.seal('123456', proves);
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('123456');
  expect(secrets.open(sealed, proves)).toBe('123456');
  expect(() => createCodeSecrets(randomBytes(32)).open(sealed, proves)).toThrow();
  expect(() => secrets.open(sealed, ['register', ...proves.slice(1)])).toThrow();
});
