import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import type { PublicSigner } from '../../ports/key-vault.ts';
import { publicSigner } from './public-signer.ts';

const PHRASE = 'test test test test test test test test test test test junk';

/** @returns a signer with the key of an account that every local chain knows: ALICE has the first one, BOB the second */
export function testSigner(addressIndex = 0): PublicSigner {
  return signerWithKeyOf(mnemonicToAccount(PHRASE, { addressIndex }));
}

/** @returns a signer with the key of an account */
export function signerWithKeyOf(account: HDAccount): PublicSigner {
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error('A test account has a private key.');
  return publicSigner(privateKey);
}
