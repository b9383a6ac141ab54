import { createHash } from 'node:crypto';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, it } from 'vitest';
import { loadEngineDependency, loadEnginePart } from '../engine-parts.ts';
import { deriveKeysFast } from './fast-keys.ts';

const phrase = 'test test test test test test test test test test test junk';

interface WalletNodePart {
  deriveNodes(phrase: string): { spending: { getSpendingKeyPair(): { pubkey: bigint[] } } };
}
interface MnemonicPart {
  readonly Mnemonic: { toSeed(phrase: string, password?: string): string };
}
interface KeysPart {
  signEDDSA(key: Uint8Array, message: bigint): { readonly R8: bigint[]; readonly S: bigint };
  verifyEDDSA(message: bigint, signature: object, publicKey: readonly bigint[]): boolean;
  getPublicSpendingKey(key: Uint8Array): readonly bigint[];
}
interface CurvesPackage {
  readonly babyjub: {
    readonly Base8: bigint[];
    readonly subOrder: bigint;
    mulPointEscalar(base: readonly bigint[], scalar: bigint): bigint[];
  };
}

const { deriveNodes } = loadEnginePart<WalletNodePart>('key-derivation/wallet-node.js');
const { signEDDSA, verifyEDDSA, getPublicSpendingKey } =
  loadEnginePart<KeysPart>('utils/keys-utils.js');
const { babyjub } = loadEngineDependency<CurvesPackage>('@railgun-community/circomlibjs');
const { Base8, subOrder } = babyjub;

const digest = (text: string) => createHash('sha256').update(text).digest();
const KEYS = Array.from({ length: 8 }, (_, index) => digest(`key ${index}`));
const MESSAGES = [0n, 1n, ...KEYS.map((key) => BigInt(`0x${key.toString('hex')}`) >> 3n)];
const SCALARS = [0n, 1n, subOrder - 1n, subOrder, subOrder + 1n, 2n ** 252n - 1n, 2n ** 254n];

function deriveAndSign() {
  return {
    nodes: deriveNodes(phrase).spending.getSpendingKeyPair().pubkey,
    publicKeys: KEYS.map(getPublicSpendingKey),
    signatures: KEYS.flatMap((key) => MESSAGES.map((message) => signEDDSA(key, message))),
    points: SCALARS.map((scalar) => babyjub.mulPointEscalar(Base8, scalar)),
    others: SCALARS.map((scalar) => babyjub.mulPointEscalar([0n, 1n], scalar)),
  };
}

it('gives the engine the keys, signatures and seeds that it made before', () => {
  const before = deriveAndSign();
  deriveKeysFast();
  const after = deriveAndSign();
  expect(after).toEqual(before);
  const { publicKeys, signatures } = after;
  expect(verifyEDDSA(MESSAGES[2] ?? 0n, signatures[2] ?? {}, publicKeys[0] ?? [])).toBe(true);
  expect(verifyEDDSA(MESSAGES[3] ?? 0n, signatures[2] ?? {}, publicKeys[0] ?? [])).toBe(false);
  const { Mnemonic } = loadEnginePart<MnemonicPart>('key-derivation/bip39.js');
  for (const password of [undefined, '', 'pass phrase', 'é']) {
    const seed = Buffer.from(mnemonicToSeedSync(phrase, password)).toString('hex');
    expect(Mnemonic.toSeed(phrase, password)).toBe(seed);
  }
});
