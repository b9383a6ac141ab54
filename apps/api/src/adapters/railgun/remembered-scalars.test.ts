import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createShareKey, loadSharingParts, type SharingParts } from './remembered-scalars.ts';

const PAIRS = 40;
const parts = loadSharingParts();

it('makes the same key as the engine of any private key and any point', async () => {
  const ours = createShareKey(parts);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const privateKey = new Uint8Array(randomBytes(32));
    for (const point of [randomPoint(), randomPoint()]) {
      const expected = await parts.keys.getSharedSymmetricKey(privateKey, point);
      expect(expected).toBeInstanceOf(Uint8Array);
      expect(await ours(privateKey, point)).toEqual(expected);
    }
  }
});

it('answers as the engine does to what is no point, and to points of small order', async () => {
  const ours = createShareKey(parts);
  const privateKey = new Uint8Array(randomBytes(32));
  const hostile = [
    new Uint8Array(32),
    new Uint8Array(32).fill(255),
    Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0)),
    ...Array.from({ length: PAIRS }, () => new Uint8Array(randomBytes(32))),
  ];
  const answers = await Promise.all(hostile.map((point) => ours(privateKey, point)));
  const expected = await Promise.all(
    hostile.map((point) => parts.keys.getSharedSymmetricKey(privateKey, point)),
  );
  expect(answers).toEqual(expected);
  expect(answers.filter((answer) => answer === undefined).length).toBeGreaterThan(1);
});

it('derives the scalar of a key once, and that of another key with the same bytes again', async () => {
  const derived: Uint8Array[] = [];
  const counting: SharingParts = {
    ...parts,
    keys: {
      ...parts.keys,
      getPrivateScalarFromPrivateKey: (privateKey) => {
        derived.push(privateKey);
        return parts.keys.getPrivateScalarFromPrivateKey(privateKey);
      },
    },
  };
  const ours = createShareKey(counting);
  const first = new Uint8Array(randomBytes(32));
  const second = Uint8Array.from(first);
  const point = randomPoint();
  const answers = [
    await ours(first, point),
    await ours(first, randomPoint()),
    await ours(second, point),
  ];
  expect(derived).toEqual([first, second]);
  expect(answers[0]).toEqual(answers[2]);
  expect(answers[0]).not.toEqual(answers[1]);
});

function randomPoint(): Uint8Array {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(x ?? '', 'base64url'));
}
