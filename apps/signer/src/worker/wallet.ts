import { deriveShieldKey, publicAddressOf } from '#pool/account-key';
import { encodePrivateAddress } from '#pool/addresses';
import { deriveKeys, viewingKeysOf, type WalletKeys } from '#pool/keys';
import { packKeys, packSight } from '#pool/pack-sight';
import type { Owner } from '#signing/messages/owner-wrap';
import { bytesToHex } from '../wraps/hex.ts';
import type { WalletSecrets } from '../wraps/owner-wraps.ts';

/** A wallet whose entropy is known. */
export interface Wallet {
  readonly owner: Owner;
  readonly keys: WalletKeys;
  readonly secrets: WalletSecrets;
  /** 96 bytes as hex. */
  readonly sight: string;
}

/** @returns everything that follows from 16 bytes. It loads the list of words, on which BIP-39 builds the seed. */
export async function walletOf(entropy: Uint8Array, userId: string): Promise<Wallet> {
  const { entropyToSeed } = await import('#pool/words');
  const seed = entropyToSeed(entropy);
  const keys = deriveKeys(seed);
  seed.fill(0);
  const secrets = { keys: copyOf(packKeys(keys)), entropy: copyOf(entropy) };
  const shieldKey = deriveShieldKey(keys.account);
  const sight = bytesToHex(packSight({ ...viewingKeysOf(keys), shieldKey }));
  return { owner: { userId, ...addressesOf(keys) }, keys, secrets, sight };
}

/** Whether keys are those of the addresses of an owner: a box may open and still be someone else's. */
export function areKeysOf(keys: WalletKeys, { address, privateAddress }: Owner): boolean {
  const own = addressesOf(keys);
  return own.address === address && own.privateAddress === privateAddress;
}

export function wipeKeys({ account, spending, viewing }: WalletKeys): void {
  for (const key of [account, spending, viewing]) key.fill(0);
}

export function wipeWallet({ keys, secrets }: Wallet): void {
  wipeKeys(keys);
  secrets.keys.fill(0);
  secrets.entropy.fill(0);
}

function addressesOf(keys: WalletKeys): Pick<Owner, 'address' | 'privateAddress'> {
  const { masterPublicKey, viewingPublicKey } = viewingKeysOf(keys);
  return {
    address: publicAddressOf(keys.account).toLowerCase(),
    privateAddress: encodePrivateAddress({ masterPublicKey, viewingPublicKey }),
  };
}

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
