import { expect, it } from 'vitest';
import { VaultBusy } from '../../ports/key-vault.ts';
import { AT_ONCE, createPasswordDerivation } from './password-hash.ts';

const attempt = {
  password: 'Piggy!Bank7',
  salt: Buffer.alloc(16, 1),
  pepper: Buffer.alloc(32, 2),
  parameters: { memoryKiB: 8, iterations: 1, parallelism: 1 },
};

it('checks few passwords at the same time, lets 64 wait, and rejects the next', async () => {
  const derive = createPasswordDerivation();
  const attempts = await Promise.allSettled(Array.from({ length: 70 }, () => derive(attempt)));
  const refused = attempts.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(70 - 64 - AT_ONCE);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(VaultBusy);
  expect((await derive(attempt)).wrappingKey).toHaveLength(32);
});

it('derives the same from the same password, and nothing of it from another pepper', async () => {
  const derive = createPasswordDerivation();
  const one = await derive(attempt);
  expect(await derive(attempt)).toEqual(one);
  const other = await derive({ ...attempt, pepper: Buffer.alloc(32, 3) });
  expect(other.verifierHash).not.toEqual(one.verifierHash);
  expect(other.wrappingKey).not.toEqual(one.wrappingKey);
  expect(one.wrappingKey).not.toEqual(one.verifierHash);
});

it('tells passwords apart by every character, however long they are', async () => {
  const derive = createPasswordDerivation();
  const passwords = [
    'Piggy!Bank7',
    'piggy!Bank7',
    'Piggy!Bank7 ',
    ' Piggy!Bank7',
    'Piggy!Bank7\u0000',
    'Piggy!Bank7\u0000x',
    'Piggy!Bank7é',
    'Piggy!Bank7e\u0301',
    'x'.repeat(1_023),
    `${'x'.repeat(1_023)}y`,
    `${'x'.repeat(1_023)}z`,
  ];
  const hashes = new Set<string>();
  for (const password of passwords) {
    hashes.add((await derive({ ...attempt, password })).verifierHash.toString('hex'));
  }
  expect(hashes.size).toBe(passwords.length);
});
