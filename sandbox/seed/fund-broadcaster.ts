import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mnemonicToAccount } from 'viem/accounts';
import type { Faucet } from './faucet.ts';

/** Enough for some ten thousand private payments. */
const GRANT = { symbol: 'POL', amount: '1000' } as const;

/**
 * Funds the network fees of the account that sends private payments, whose key is in the worker's
 * folder; each account once.
 */
export async function fundBroadcaster(keyFolder: string, faucet: Faucet): Promise<void> {
  const entropy = Buffer.from(
    (await readFile(join(keyFolder, 'broadcaster-1'), 'utf8')).trim(),
    'hex',
  );
  const { address } = mnemonicToAccount(entropyToMnemonic(entropy, wordlist));
  await faucet.pay({ name: 'broadcaster', to: address, amounts: [GRANT] });
}
