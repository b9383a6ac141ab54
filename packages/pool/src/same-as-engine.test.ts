import { randomBytes } from 'node:crypto';
import { bytesToHex } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { toHex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodePrivateAddress, privateAddressKeys } from './addresses.ts';
import { openAnnotation, openCiphertext } from './ciphertexts.ts';
import { type EngineParts, loadEngineParts } from './engine.test-setup.ts';
import { type BoundParams, boundParamsHash, type NoteCiphertext } from './hashes.ts';
import { deriveKeys, type ViewingKeys, viewingKeysOf } from './keys.ts';
import {
  blindedViewingKey,
  commitmentOf,
  notePublicKey,
  nullifierOf,
  unshieldCommitmentOf,
} from './notes.ts';
import { poseidonHash } from './poseidon.ts';
import { FIELD_ORDER } from './poseidon-constants.ts';
import {
  isSignedForSpending,
  packSpendingKey,
  signForSpending,
  unpackSpendingKey,
} from './spending-key.ts';
import { entropyToSeed, entropyToWords } from './words.ts';

let engine: EngineParts;
beforeAll(async () => {
  engine = await loadEngineParts();
});

const element = fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n });
const value = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n });
const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => toHex(each));
const newWallet = () => viewingKeysOf(deriveKeys(entropyToSeed(randomBytes(16))));

describe('what RAILGUN’s own software computes is computed here too', () => {
  it('hashes of 1 to 16 numbers', () => {
    const numbers = fc.array(element, { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(numbers, (inputs) => {
        expect(poseidonHash(inputs)).toBe(engine.poseidon(inputs));
      }),
      { examples: Array.from({ length: 16 }, (_, count) => [Array(count + 1).fill(1n)]) },
    );
    expect(() => poseidonHash([])).toThrow('0 inputs');
    expect(() => poseidonHash(Array(17).fill(1n))).toThrow('17 inputs');
  });

  it('keys and addresses of 12 words', async () => {
    for (let count = 0; count < 10; count += 1) {
      const entropy = randomBytes(16);
      const { spending, viewing } = engine.deriveNodes(entropyToWords(entropy));
      const keys = deriveKeys(entropyToSeed(entropy));
      const [theirs, pair] = [await viewing.getViewingKeyPair(), spending.getSpendingKeyPair()];
      expect(bytesToHex(keys.spending)).toBe(bytesToHex(pair.privateKey));
      expect(bytesToHex(keys.viewing)).toBe(bytesToHex(theirs.privateKey));
      const ours = viewingKeysOf(keys);
      expect(ours.publicSpendingKey).toEqual(pair.pubkey);
      expect(ours.nullifyingKey).toBe(await viewing.getNullifyingKey());
      const address = engine.encodeAddress({
        masterPublicKey: engine.WalletNode.getMasterPublicKey(pair.pubkey, ours.nullifyingKey),
        ...{ viewingPublicKey: theirs.pubkey, version: 1 },
      });
      expect(encodePrivateAddress(ours)).toBe(address);
      const { masterPublicKey, viewingPublicKey } = ours;
      expect(privateAddressKeys(address, 137)).toEqual({ masterPublicKey, viewingPublicKey });
    }
  });

  it('hashes of notes, of what leaves the pool and of spent notes', () => {
    const content = fc.record({
      masterPublicKey: element,
      random: hexOf(16),
      token: hexOf(20),
      value,
    });
    fc.assert(
      fc.property(content, hexOf(20), fc.nat(65_535), (note, recipient, position) => {
        const npk = engine.poseidon([note.masterPublicKey, BigInt(note.random)]);
        const tokenHash = note.token.slice(2).padStart(64, '0');
        expect(notePublicKey(note)).toBe(npk);
        expect(commitmentOf(note)).toBe(engine.TransactNote.getHash(npk, tokenHash, note.value));
        expect(unshieldCommitmentOf({ ...note, recipient })).toBe(
          engine.notes.getNoteHash(
            recipient,
            engine.notes.getTokenDataERC20(note.token),
            note.value,
          ),
        );
        expect(nullifierOf(note.masterPublicKey, position)).toBe(
          engine.TransactNote.getNullifier(note.masterPublicKey, position),
        );
      }),
    );
  });

  it('blinded viewing keys', () => {
    const [sender, receiver] = [newWallet(), newWallet()];
    const noRandom = fc.constant(`0x${'0'.repeat(30)}` as const);
    fc.assert(
      fc.property(hexOf(16), fc.oneof(hexOf(15), noRandom), (random, senderRandom) => {
        const expected = engine.keys.getNoteBlindingKeys(
          sender.viewingPublicKey,
          receiver.viewingPublicKey,
          random.slice(2),
          senderRandom.slice(2),
        );
        const randoms = { random, senderRandom };
        expect(blindedViewingKey(sender.viewingPublicKey, randoms)).toBe(
          toHex(expected.blindedSenderViewingKey),
        );
        expect(blindedViewingKey(receiver.viewingPublicKey, randoms)).toBe(
          toHex(expected.blindedReceiverViewingKey),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('signatures, which only their own key and message fit', () => {
    const cases = fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), element);
    fc.assert(
      fc.property(cases, element, ([key, message], other) => {
        const publicKey = engine.keys.getPublicSpendingKey(key);
        const expected = engine.keys.signEDDSA(key, message);
        const { r8, s } = signForSpending(key, message);
        expect({ R8: [...r8], S: s }).toEqual({ R8: [...expected.R8], S: expected.S });
        expect(engine.keys.verifyEDDSA(message, { R8: r8, S: s }, publicKey)).toBe(true);
        const [x = 0n, y = 0n] = publicKey;
        expect(isSignedForSpending(message, { r8, s }, [x, y])).toBe(true);
        expect(isSignedForSpending(other, { r8, s }, [x, y])).toBe(other === message);
        expect(isSignedForSpending(message, { r8, s: s + 1n }, [x, y])).toBe(false);
        expect(isSignedForSpending(message, { r8, s }, [x, y + 1n])).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  it('packed public spending keys', () => {
    for (let count = 0; count < 20; count += 1) {
      const { publicSpendingKey } = newWallet();
      const packed = packSpendingKey(publicSpendingKey);
      expect(bytesToHex(packed)).toBe(bytesToHex(engine.babyjubjub.packPoint(publicSpendingKey)));
      expect(unpackSpendingKey(packed)).toEqual(publicSpendingKey);
      expect(engine.babyjubjub.unpackPoint(Buffer.from(packed))).toEqual(publicSpendingKey);
    }
  });

  it('the hash that a proof is bound to', () => {
    const ciphertext: fc.Arbitrary<NoteCiphertext> = fc.record({
      ciphertext: fc.array(hexOf(32), { minLength: 4, maxLength: 4 }),
      ...{ blindedSenderViewingKey: hexOf(32), blindedReceiverViewingKey: hexOf(32) },
      annotationData: hexOf(62),
      memo: fc.uint8Array({ maxLength: 100 }).map((each) => toHex(each)),
    });
    const params: fc.Arbitrary<BoundParams> = fc.record({
      ...{ treeNumber: fc.nat(65_535), minGasPrice: fc.bigInt(0n, 2n ** 48n - 1n) },
      ...{
        unshield: fc.nat(2),
        chainId: fc.nat(),
        adaptContract: hexOf(20),
        adaptParams: hexOf(32),
      },
      commitmentCiphertext: fc.array(ciphertext, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(params, ({ chainId, ...each }) => {
        const expected = engine.hashBoundParamsV2({ ...each, chainID: toHex(chainId) });
        expect(boundParamsHash({ chainId, ...each })).toBe(expected);
      }),
    );
  });
});

describe('a note that RAILGUN’s own software encrypted', () => {
  it.each([
    ['with its sender hidden', false, 'For Bob'],
    ['with its sender shown', true, 'Für Böb 🎂'],
    ['without a message', false, undefined],
  ])('opens for its receiver and its sender, %s', async (_, isSenderShown, memo) => {
    const [sender, receiver] = [newWallet(), newWallet()];
    const { note, ciphertext } = await encrypt({ sender, receiver, isSenderShown, memo });
    const read = [
      { viewing: receiver.viewing, blindedKey: ciphertext.blindedSenderViewingKey },
      { viewing: sender.viewing, blindedKey: ciphertext.blindedReceiverViewingKey },
    ];
    for (const keys of read) {
      const opened = await openCiphertext(ciphertext, keys);
      const shown = isSenderShown ? sender.masterPublicKey : 0n;
      expect(opened).toMatchObject({
        masterPublicKey: receiver.masterPublicKey ^ shown,
        ...{ random: `0x${note.random}`, value: 7n, token: 0x2222n },
      });
      expect(new TextDecoder().decode(opened?.memo)).toBe(memo ?? '');
    }
    expect(await openAnnotation(ciphertext, sender.viewing)).toEqual({
      ...{ outputType: 0, senderRandom: `0x${note.senderRandom}` },
    });
  });

  it('opens for no one else, and not when a bit of it changed', async () => {
    const [sender, receiver] = [newWallet(), newWallet()];
    const { ciphertext } = await encrypt({ sender, receiver, isSenderShown: false, memo: 'Hi' });
    const keys = { viewing: receiver.viewing, blindedKey: ciphertext.blindedSenderViewingKey };
    const other = { ...keys, viewing: newWallet().viewing };
    expect(await openCiphertext(ciphertext, other)).toBeNull();
    for (const place of [0, 1, 2, 3]) {
      const words = ciphertext.ciphertext.map((word, at) =>
        at === place ? toHex(BigInt(word) ^ 1n, { size: 32 }) : word,
      );
      expect(await openCiphertext({ ...ciphertext, ciphertext: words }, keys)).toBeNull();
    }
    expect(await openCiphertext({ ...ciphertext, memo: '0x' }, keys)).toBeNull();
  });
});

interface Encryption {
  readonly sender: ViewingKeys;
  readonly receiver: ViewingKeys;
  readonly isSenderShown: boolean;
  readonly memo: string | undefined;
}

async function encrypt({ sender, receiver, isSenderShown, memo }: Encryption) {
  const token = engine.notes.getTokenDataERC20(`0x${'2222'.padStart(40, '0')}`);
  const note = engine.TransactNote.createTransfer(
    ...([receiver, sender, 7n, token, isSenderShown, 0, memo] as const),
  );
  const { blindedSenderViewingKey, blindedReceiverViewingKey } = engine.keys.getNoteBlindingKeys(
    sender.viewingPublicKey,
    receiver.viewingPublicKey,
    note.random,
    note.senderRandom,
  );
  const shared = await engine.keys.getSharedSymmetricKey(sender.viewing, blindedReceiverViewingKey);
  if (shared === undefined) throw new Error('The engine made no key.');
  const { noteCiphertext, noteMemo, annotationData } = note.encryptV2(
    ...(['V2_PoseidonMerkle', shared, sender.masterPublicKey] as const),
    ...([note.senderRandom, sender.viewing] as const),
  );
  const { iv, tag, data } = noteCiphertext;
  const ciphertext: NoteCiphertext = {
    ciphertext: [`0x${iv}${tag}`, ...data.map((word) => `0x${word}`)],
    blindedSenderViewingKey: toHex(blindedSenderViewingKey),
    blindedReceiverViewingKey: toHex(blindedReceiverViewingKey),
    ...{ annotationData: `0x${annotationData}`, memo: `0x${noteMemo}` },
  };
  return { note, ciphertext };
}
