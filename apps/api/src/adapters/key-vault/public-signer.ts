import { publicAddressOf } from '#pool/account-key';
import { signText } from '#pool/signed-text';
import { transactionSignature } from '#signing/public/eip1559';
import type { PublicSigner } from '../../ports/key-vault.ts';

/** @returns a signer with a private key of 32 bytes, for as long as its owner does not overwrite it. */
export function publicSigner(key: Uint8Array): PublicSigner {
  return {
    address: publicAddressOf(key),
    sign: async (transaction) => transactionSignature(key, transaction),
    signMessage: async (text) => signText(key, text),
  };
}
