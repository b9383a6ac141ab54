import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { START } from '#testing/operation';
import type { ShieldedWorker } from '../../../ports/shielded-wallets.ts';
import { createKeyHandoff } from './key-handoff.ts';

const bearer = { userId: 'alice', sessionId: 'phone', accessToken: 'token' };

function setUp() {
  const harness = {
    keyId: 'first run' as string | null,
    isLocked: false,
    failsToStore: false,
    stored: [] as { userId: string; keyId: string; sealed: Uint8Array }[],
    errors: [] as string[],
  };
  const keyHandoff = createKeyHandoff({
    poolChainIds: [31337],
    workers: {
      current: () =>
        harness.keyId === null
          ? null
          : ({
              chainId: 31337,
              key: { keyId: harness.keyId, publicKey: randomBytes(3), mac: randomBytes(3) },
            } as unknown as ShieldedWorker),
    },
    wallets: {
      put: async (wallet) => {
        if (harness.failsToStore) throw new Error('The database does not respond.');
        harness.stored.push(wallet);
      },
    },
    seals: { sealTo: (_key, plain, context) => Buffer.from(`${plain.length} ${context}`) },
    vault: {
      withShieldedSecrets: async (_bearer, work) =>
        harness.isLocked
          ? { ok: false, reason: 'locked' }
          : {
              ok: true,
              value: work({
                keys: randomBytes(16),
                encryptionKey: randomBytes(32),
                viewKey: randomBytes(32),
              }),
            },
    },
    clock: { now: () => START },
    report: ({ message }) => harness.errors.push(message),
  });
  const settle = () => new Promise((done) => setImmediate(done));
  const open = async (of = bearer) => {
    keyHandoff.open(of);
    await settle();
  };
  return { harness, open };
}

it('seals the wallet of a session once for each run of the process', async () => {
  const { harness, open } = setUp();
  for (let request = 0; request < 5; request += 1) await open();
  expect(harness.stored).toHaveLength(1);
  expect(harness.stored[0]).toMatchObject({ userId: 'alice', keyId: 'first run' });
  expect(String(harness.stored[0]?.sealed)).toBe('80 shielded wallet,alice,31337');
  harness.keyId = 'second run';
  await open();
  await open();
  expect(harness.stored.map(({ keyId }) => keyId)).toEqual(['first run', 'second run']);
});

it('seals again for another session, since the first may have ended', async () => {
  const { harness, open } = setUp();
  await open();
  await open({ ...bearer, sessionId: 'laptop' });
  expect(harness.stored).toHaveLength(2);
});

it('does nothing while no process runs, and seals once one does', async () => {
  const { harness, open } = setUp();
  harness.keyId = null;
  await open();
  expect(harness.stored).toEqual([]);
  harness.keyId = 'first run';
  await open();
  expect(harness.stored).toHaveLength(1);
});

it('reports an error and tries again with the next request', async () => {
  const { harness, open } = setUp();
  harness.failsToStore = true;
  await open();
  await expect.poll(() => harness.errors).toEqual(['A private wallet could not be opened.']);
  harness.failsToStore = false;
  await open();
  expect(harness.stored).toHaveLength(1);
});

it('seals nothing for a session that ended meanwhile', async () => {
  const { harness, open } = setUp();
  harness.isLocked = true;
  await open();
  expect(harness.stored).toEqual([]);
  expect(harness.errors).toEqual([]);
});
