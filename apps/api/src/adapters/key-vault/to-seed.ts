import { pbkdf2Sync } from 'node:crypto';
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts';

/**
 * @returns the 64 bytes that wallets derive the keys of a phrase from (BIP-39, without a passphrase). Node's own code
 *   takes about 2 ms, the libraries' takes 19, and the server would do nothing else meanwhile.
 */
export function toSeed(phrase: string): Buffer {
  return pbkdf2Sync(phrase.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
}

/** @returns the account of a seed on public chains, at `m/44'/60'/0'/0/0` */
export function toPublicAccount(seed: Uint8Array): HDAccount {
  const master = HDKey.fromMasterSeed(seed);
  try {
    return hdKeyToAccount(master);
  } finally {
    master.wipePrivateData();
  }
}
