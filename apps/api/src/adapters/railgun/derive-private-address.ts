import type { PrivateAddress } from '#domain/address/address';
import { derivePublicSpendingKey } from './derive-public-spending-key.ts';
import { loadEnginePart } from './engine-parts.ts';

/** The parts of one node are hex. */
interface NodeParts {
  readonly chainKey: string;
  readonly chainCode: string;
}
interface WalletNode {
  readonly chainKey: string;
  derive(path: string): WalletNode;
  getViewingKeyPair(): Promise<{ pubkey: Uint8Array }>;
  getNullifyingKey(): Promise<bigint>;
}
interface WalletNodes {
  readonly WalletNode: {
    new (parts: NodeParts): WalletNode;
    getMasterPublicKey(spending: readonly bigint[], nullifying: bigint): bigint;
  };
}
interface Bip32 {
  getMasterKeyFromSeed(seedHex: string): NodeParts;
}
interface Bech32 {
  encodeAddress(parts: {
    masterPublicKey: bigint;
    viewingPublicKey: Uint8Array;
    version: number;
  }): string;
}

interface PoseidonPart {
  readonly initPoseidonPromise: Promise<void>;
}
interface Curve25519Part {
  readonly initCurve25519Promise: Promise<void>;
}

/** RAILGUN's paths of the first wallet of a phrase, as other RAILGUN wallets restore it. */
const SPENDING_PATH = "m/44'/1984'/0'/0'/0'";
const VIEWING_PATH = "m/420'/1984'/0'/0'/0'";
const ADDRESS_VERSION = 1;

/**
 * Derives the private address of a phrase's seed, valid on every chain.
 * Only the engine's key derivation is loaded, not the engine, and only when the first wallet is made.
 * @param seed 64 bytes (BIP-39)
 */
export async function derivePrivateAddress(seed: Uint8Array): Promise<PrivateAddress> {
  const { bip32, WalletNode, bech32 } = await loadEngineParts();
  const master = new WalletNode(bip32.getMasterKeyFromSeed(Buffer.from(seed).toString('hex')));
  const spendingKey = Buffer.from(master.derive(SPENDING_PATH).chainKey, 'hex');
  const viewing = master.derive(VIEWING_PATH);
  const masterPublicKey = WalletNode.getMasterPublicKey(
    derivePublicSpendingKey(spendingKey),
    await viewing.getNullifyingKey(),
  );
  const { pubkey } = await viewing.getViewingKeyPair();
  return bech32.encodeAddress({
    masterPublicKey,
    viewingPublicKey: pubkey,
    version: ADDRESS_VERSION,
  }) as PrivateAddress;
}

async function loadEngineParts(): Promise<WalletNodes & { bip32: Bip32; bech32: Bech32 }> {
  const { WalletNode } = loadEnginePart<WalletNodes>('key-derivation/wallet-node.js');
  const bip32 = loadEnginePart<Bip32>('key-derivation/bip32.js');
  const bech32 = loadEnginePart<Bech32>('key-derivation/bech32.js');
  await loadEnginePart<PoseidonPart>('utils/poseidon.js').initPoseidonPromise;
  await loadEnginePart<Curve25519Part>('utils/scalar-multiply.js').initCurve25519Promise;
  return { WalletNode, bip32, bech32 };
}
