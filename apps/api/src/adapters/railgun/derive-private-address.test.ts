import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, it } from 'vitest';
import { derivePrivateAddress } from './derive-private-address.ts';

const phrase = 'test test test test test test test test test test test junk';

it('derives the address that other RAILGUN wallets derive from the same phrase', async () => {
  expect(await derivePrivateAddress(mnemonicToSeedSync(phrase))).toBe(
    '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tlrv7j6fe3z53lama02nutwtcqc979wnce0qwly4y7w4rls5cq040g7z8eagshxrw5ajy990',
  );
});
