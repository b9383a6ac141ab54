import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { claimWalletContext, packClaim } from '../ports/shielded-seals.ts';
import { createClaimWallets } from './claim-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const CHAIN = 31337;
const addressOf = (entropy: Uint8Array) => `0zk${Buffer.from(entropy).toString('hex')}`;

/** A pool whose wallets are named after their words. */
function setUp() {
  const happened: string[] = [];
  const ports = {
    key: {
      open(sealed: Uint8Array, context: readonly string[]) {
        const label = `${JSON.stringify(context)}:`;
        const text = Buffer.from(sealed);
        if (!text.toString().startsWith(label)) throw new Error('This opens something else.');
        return text.subarray(label.length);
      },
    },
    toPhrase: (entropy: Uint8Array) => Buffer.from(entropy).toString('hex'),
    toClaimKey: (entropy: Uint8Array) => `key ${Buffer.from(entropy).toString('hex')}`,
    pool: {
      chainId: CHAIN,
      latestBlock: async () => 100n,
      async open(wallet: { readonly mnemonic: string; readonly createdAtBlock: number | null }) {
        happened.push(`open ${wallet.mnemonic.slice(0, 2)} from ${wallet.createdAtBlock}`);
        return { walletId: wallet.mnemonic, privateAddress: `0zk${wallet.mnemonic}` };
      },
      close: (walletId: string) => void happened.push(`close ${walletId.slice(0, 2)}`),
    },
    report: ({ message }: { message: string }) => void happened.push(message),
  } as unknown as ShieldingPorts;
  return { happened, wallets: createClaimWallets(ports) };
}

function secretsOf(n: number, createdAtBlock: number | null = 7) {
  const entropy = Buffer.alloc(16, n);
  return { address: addressOf(entropy) as PrivateAddress, secrets: { entropy, createdAtBlock } };
}

it('opens a wallet from the block of its money, lends it once, and leaves nothing open', async () => {
  const { happened, wallets } = setUp();
  const { address, secrets } = secretsOf(1);
  const opened = await wallets.withWallet(address, secrets, async (wallet) => wallet);
  expect(opened).toMatchObject({
    privateAddress: address,
    encryptionKey: `key ${'01'.repeat(16)}`,
  });
  expect(happened).toEqual(['open 01 from 7', 'close 01']);
  expect(secrets.entropy).toEqual(Buffer.alloc(16));
});

it('keeps a wallet open that something else is still spending from', async () => {
  const { happened, wallets } = setUp();
  const [first, second] = [secretsOf(1), secretsOf(1)];
  await wallets.withWallet(first.address, first.secrets, async () => {
    await wallets.withWallet(second.address, second.secrets, async () => undefined);
    expect(happened).toEqual(['open 01 from 7']);
  });
  expect(happened).toEqual(['open 01 from 7', 'close 01']);
});

it('lends no wallet with another address, and closes it', async () => {
  const { happened, wallets } = setUp();
  const { address } = secretsOf(2);
  const { secrets } = secretsOf(1, null);
  const work = async () => {
    throw new Error('It must not be lent.');
  };
  expect(await wallets.withWallet(address, secrets, work)).toBe('another');
  expect(happened).toEqual(['open 01 from null', 'close 01']);
});

it('closes a wallet whose work failed', async () => {
  const { happened, wallets } = setUp();
  const { address, secrets } = secretsOf(1);
  const failing = wallets.withWallet(address, secrets, async () => {
    throw new Error('The chain is away.');
  });
  await expect(failing).rejects.toThrow('The chain is away.');
  expect(happened.at(-1)).toBe('close 01');
});

it('searches the whole chain where that is shorter than it was', async () => {
  const { happened, wallets } = setUp();
  const { address, secrets } = secretsOf(1, 101);
  await wallets.withWallet(address, secrets, async () => undefined);
  expect(happened[0]).toBe('open 01 from null');
});

it('opens what was sealed for an operation, and only for that one', () => {
  const { happened, wallets } = setUp();
  const { secrets } = secretsOf(1);
  const label = `${JSON.stringify(claimWalletContext('one', CHAIN))}:`;
  const sealed = Buffer.concat([Buffer.from(label), packClaim(secrets)]);
  expect(wallets.openSealed('one', sealed)).toEqual({
    ...{ entropy: new Uint8Array(16).fill(1), createdAtBlock: 7 },
  });
  expect(wallets.openSealed('two', sealed)).toBeNull();
  expect(happened).toEqual(['The sealed wallet of a claim could not be opened.']);
});
