import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { keccak256, toHex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { blindedViewingKey, commitmentOf } from './note-keys.ts';
import { newWallet } from './payments.test-setup.ts';
import { TRANSACT_TOPIC, UNSHIELD_TOPIC } from './pool-events.ts';
import { FIELD_ORDER, poseidonHash } from './poseidon.ts';
import { privateAddressKeys } from './private-address-keys.ts';
import { TRANSFER_TOPIC } from './token-transfers.ts';

/** The parts that RAILGUN's engine makes notes with; its `exports` hide them. */
interface EngineParts {
  readonly poseidon: { poseidon(inputs: bigint[]): bigint; initPoseidonPromise: Promise<void> };
  readonly keys: {
    getNoteBlindingKeys(
      sender: Uint8Array,
      receiver: Uint8Array,
      random: string,
      senderRandom: string,
    ): { blindedSenderViewingKey: Uint8Array; blindedReceiverViewingKey: Uint8Array };
  };
  readonly note: {
    TransactNote: { getHash(npk: bigint, tokenHash: string, value: bigint): bigint };
  };
  readonly bech32: {
    decodeAddress(text: string): { masterPublicKey: bigint; viewingPublicKey: Uint8Array };
  };
}

let engine: EngineParts;

beforeAll(async () => {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  const part = (path: string) => require(join(root, path));
  engine = {
    poseidon: part('utils/poseidon.js'),
    keys: part('utils/keys-utils.js'),
    note: part('note/transact-note.js'),
    bech32: part('key-derivation/bech32.js'),
  };
  await engine.poseidon.initPoseidonPromise;
});

const element = fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n });
const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => toHex(each));

describe('what RAILGUN’s own software computes is computed here too', () => {
  it('hashes of two and three numbers', () => {
    const numbers = fc.tuple(element, element, element);
    fc.assert(
      fc.property(numbers, ([a, b, c]) => {
        expect(poseidonHash([a, b])).toBe(engine.poseidon.poseidon([a, b]));
        expect(poseidonHash([a, b, c])).toBe(engine.poseidon.poseidon([a, b, c]));
      }),
    );
  });

  it('hashes of notes', () => {
    const value = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n });
    fc.assert(
      fc.property(element, hexOf(16), hexOf(20), value, (masterPublicKey, random, token, units) => {
        const npk = engine.poseidon.poseidon([masterPublicKey, BigInt(random)]);
        const tokenHash = token.slice(2).padStart(64, '0');
        const expected = engine.note.TransactNote.getHash(npk, tokenHash, units);
        expect(commitmentOf({ masterPublicKey, random, token, value: units })).toBe(expected);
      }),
    );
  });

  it('blinded viewing keys', () => {
    const [sender, receiver] = [newWallet(), newWallet()];
    fc.assert(
      fc.property(
        hexOf(16),
        fc.oneof(hexOf(15), fc.constant(`0x${'0'.repeat(30)}`)),
        (random, senderRandom) => {
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
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keys of addresses', () => {
    for (let count = 0; count < 20; count += 1) {
      const { privateAddress, masterPublicKey, viewingPublicKey } = newWallet();
      const expected = engine.bech32.decodeAddress(privateAddress);
      expect(expected.masterPublicKey).toBe(masterPublicKey);
      expect(privateAddressKeys(privateAddress, 137)).toEqual({
        masterPublicKey,
        viewingPublicKey,
      });
      expect(Buffer.from(expected.viewingPublicKey)).toEqual(Buffer.from(viewingPublicKey));
    }
  });

  it('topics of events', () => {
    const ciphertext = '(bytes32[4],bytes32,bytes32,bytes,bytes)[]';
    const topicOf = (signature: string) => keccak256(toHex(signature));
    expect(TRANSACT_TOPIC).toBe(topicOf(`Transact(uint256,uint256,bytes32[],${ciphertext})`));
    expect(UNSHIELD_TOPIC).toBe(
      topicOf('Unshield(address,(uint8,address,uint256),uint256,uint256)'),
    );
    expect(TRANSFER_TOPIC).toBe(topicOf('Transfer(address,address,uint256)'));
  });
});
