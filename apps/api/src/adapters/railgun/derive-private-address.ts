import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PrivateAddress } from '#domain/address/address';

interface KeyDerivation {
  deriveNodes(mnemonic: string, index: number): { spending: SpendingNode; viewing: ViewingNode };
  WalletNode: { getMasterPublicKey(spending: readonly bigint[], nullifying: bigint): bigint };
}
interface SpendingNode {
  getSpendingKeyPair(): { pubkey: readonly bigint[] };
}
interface ViewingNode {
  getViewingKeyPair(): Promise<{ pubkey: Uint8Array }>;
  getNullifyingKey(): Promise<bigint>;
}
interface Bech32 {
  encodeAddress(parts: {
    masterPublicKey: bigint;
    viewingPublicKey: Uint8Array;
    version: number;
  }): string;
}

/** First wallet of the phrase, as other RAILGUN wallets restore it. */
const INDEX = 0;
const ADDRESS_VERSION = 1;

/**
 * Derives the private address of a phrase, valid on every chain.
 * Only the engine's key derivation is loaded, not the engine, and only when the first wallet is made. The
 * package's `exports` hide those files, so they are found beside its entry.
 * Source: RAILGUN's wallet paths `m/44'/1984'/0'/0'/0'` (spending) and `m/420'/1984'/0'/0'/0'` (viewing).
 */
export async function derivePrivateAddress(mnemonic: string): Promise<PrivateAddress> {
  const { keys, bech32 } = await loadEngineParts();
  const { spending, viewing } = keys.deriveNodes(mnemonic, INDEX);
  const nullifyingKey = await viewing.getNullifyingKey();
  const masterPublicKey = keys.WalletNode.getMasterPublicKey(
    spending.getSpendingKeyPair().pubkey,
    nullifyingKey,
  );
  const { pubkey } = await viewing.getViewingKeyPair();
  return bech32.encodeAddress({
    masterPublicKey,
    viewingPublicKey: pubkey,
    version: ADDRESS_VERSION,
  }) as PrivateAddress;
}

async function loadEngineParts(): Promise<{ keys: KeyDerivation; bech32: Bech32 }> {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  const keys: KeyDerivation = require(join(root, 'key-derivation/wallet-node.js'));
  const bech32: Bech32 = require(join(root, 'key-derivation/bech32.js'));
  await require(join(root, 'utils/poseidon.js')).initPoseidonPromise;
  await require(join(root, 'utils/scalar-multiply.js')).initCurve25519Promise;
  return { keys, bech32 };
}
