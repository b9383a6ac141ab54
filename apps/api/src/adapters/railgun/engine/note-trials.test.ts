import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { loadEnginePart } from '../engine-parts.ts';
import type { PointMultiplier } from '../prover/point-multiplier.ts';
import { multiplySlowly, withoutOthers } from './note-trials.ts';

interface KeysPart {
  getPublicViewingKey(privateKey: Uint8Array): Promise<Uint8Array>;
  getSharedSymmetricKey(privateKey: Uint8Array, blinded: Uint8Array): Promise<Uint8Array>;
  getNoteBlindingKeys(
    ...of: [sender: Uint8Array, receiver: Uint8Array, sharedRandom: string, senderRandom: string]
  ): {
    readonly blindedSenderViewingKey: Uint8Array;
    readonly blindedReceiverViewingKey: Uint8Array;
  };
}

interface CipherPart {
  readonly AES: {
    encryptGCM(
      plaintext: readonly string[],
      key: Uint8Array,
    ): { readonly iv: string; readonly tag: string; readonly data: string[] };
  };
}

const keys = loadEnginePart<KeysPart>('utils/keys-utils.js');
const { AES } = loadEnginePart<CipherPart>('utils/encryption/aes.js');
const [alice, bob, carol] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const random = (size: number) => hex(randomBytes(size));

/** With the engine's products. */
const multiplier: Pick<PointMultiplier, 'multiply'> = {
  async multiply(scalar, points) {
    const all = Array.from({ length: points.length / 32 }, (_, index) =>
      multiplySlowly(scalar, points.subarray(32 * index, 32 * index + 32)),
    );
    const isPoint = Uint8Array.from(all, (each) => Number(each !== null));
    return { isPoint, products: Buffer.concat(all.map((each) => each ?? Buffer.alloc(32))) };
  },
};

beforeAll(async () => {
  await loadEnginePart<{ initCurve25519Promise: Promise<void> }>('utils/scalar-multiply.js')
    .initCurve25519Promise;
});

/** As the engine makes it. */
async function transfer(from: Uint8Array, to: Uint8Array, memo = '') {
  const blinded = keys.getNoteBlindingKeys(
    await keys.getPublicViewingKey(from),
    await keys.getPublicViewingKey(to),
    random(16),
    random(15),
  );
  const key = await keys.getSharedSymmetricKey(from, blinded.blindedReceiverViewingKey);
  const { data, ...sealed } = AES.encryptGCM([random(32), random(32), random(32), memo], key);
  return {
    commitmentType: 'TransactCommitmentV2',
    ciphertext: {
      blindedSenderViewingKey: hex(blinded.blindedSenderViewingKey),
      blindedReceiverViewingKey: hex(blinded.blindedReceiverViewingKey),
      ciphertext: { ...sealed, data: data.slice(0, 3) },
      memo: `0x${data[3]}`,
    },
  };
}

async function shield(to: Uint8Array) {
  const shieldKey = randomBytes(32);
  const key = await keys.getSharedSymmetricKey(shieldKey, await keys.getPublicViewingKey(to));
  const { iv, tag, data } = AES.encryptGCM([random(16)], key);
  return {
    commitmentType: 'ShieldCommitment',
    shieldKey: hex(await keys.getPublicViewingKey(shieldKey)),
    encryptedBundle: [`0x${iv}${tag}`, `0x${data[0]}${random(16)}`, `0x${random(32)}`],
  };
}

it('keeps what a wallet received or sent, and nothing of others', async () => {
  const [received, sent] = [await transfer(alice, bob, random(40)), await transfer(bob, alice)];
  const [own, foreign] = [await shield(bob), await shield(carol)];
  const among = await transfer(alice, carol, random(40));
  const leaves = [received, null, among, sent, foreign, own, undefined];
  const left = await withoutOthers(multiplier, bob, leaves);
  expect(left).toEqual([received, null, null, sent, null, own, null]);
  expect(await withoutOthers(multiplier, randomBytes(32), leaves)).toEqual(leaves.map(() => null));
});

it('leaves to the engine what is kept in another way', async () => {
  const { ciphertext } = await transfer(alice, carol);
  const withoutMemo = { ...ciphertext, memo: undefined as unknown as string };
  const short = { ...ciphertext, blindedSenderViewingKey: '0x01' };
  const leaves = [
    { commitmentType: 'LegacyEncryptedCommitment' },
    { commitmentType: 'TransactCommitmentV2', ciphertext: short },
    { commitmentType: 'TransactCommitmentV2', ciphertext: withoutMemo },
    { commitmentType: 'ShieldCommitment', shieldKey: random(32), encryptedBundle: [] },
    {},
  ];
  expect(await withoutOthers(multiplier, bob, leaves)).toEqual(leaves);
});

it('opens nothing with what is no point', async () => {
  const leaf = await shield(bob);
  const noPoint = { ...leaf, shieldKey: `02${'00'.repeat(31)}` };
  expect(multiplySlowly(new Uint8Array(32).fill(1), Buffer.from(noPoint.shieldKey, 'hex'))).toBe(
    null,
  );
  expect(await withoutOthers(multiplier, bob, [noPoint])).toEqual([null]);
});

it('leaves everything to the engine while there is no program', async () => {
  const leaves = [await transfer(alice, carol), null];
  const none = { multiply: async () => null };
  expect(await withoutOthers(none, bob, leaves)).toEqual(leaves);
});

it('keeps the traces of other errors', async () => {
  const { stackTraceLimit } = Error;
  await withoutOthers(multiplier, bob, [await shield(carol)]);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
