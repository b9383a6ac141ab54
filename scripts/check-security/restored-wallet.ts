import { createRequire } from 'node:module';
import { Database, type Prover, RailgunWallet } from '@railgun-community/engine';
import { HDNodeWallet } from 'ethers';

export interface RestoredAddresses {
  readonly publicAddress: string;
  readonly privateAddress: string;
}

/**
 * Restores a recovery phrase like other wallets do: ethers with its default path, and a wallet of RAILGUN's engine
 * with a store that keeps nothing.
 */
export async function restoreAddresses(phrase: string): Promise<RestoredAddresses> {
  type Store = ConstructorParameters<typeof Database>[0];
  const require = createRequire(import.meta.url);
  const {
    AbstractLevelDOWN,
  }: { AbstractLevelDOWN: new () => Store } = require('abstract-leveldown');
  const wallet = await RailgunWallet.fromMnemonic(
    new Database(new AbstractLevelDOWN()),
    '01'.repeat(32),
    phrase,
    0,
    undefined,
    {} as Prover,
  );
  return {
    publicAddress: HDNodeWallet.fromPhrase(phrase).address,
    privateAddress: wallet.getAddress(),
  };
}
