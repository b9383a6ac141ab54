import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import { packSecrets } from '../ports/shielded-seals.ts';
import type { SealedShieldedWallet } from '../ports/shielded-wallets.ts';
import { createOpenWallets } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const OLD = '0zk1old' as PrivateAddress;
const NEW = '0zk1new' as PrivateAddress;

function createHarness() {
  const opened: string[] = [];
  const closed: string[] = [];
  const dropped: string[] = [];
  const stored: { wallet: SealedShieldedWallet | null } = { wallet: null };
  const open = (address: PrivateAddress, how: string) => {
    opened.push(`${address} ${how}`);
    return { walletId: address, privateAddress: address };
  };
  const ports = {
    pool: {
      chainId: 1,
      open: async ({ mnemonic }: { mnemonic: string }) => open(OLD, mnemonic),
      openBySight: async ({ sight }: { sight: Uint8Array }) =>
        open(stored.wallet?.privateAddress ?? NEW, `${sight.length} bytes`),
      close: (walletId: string) => void closed.push(walletId),
    },
    key: { keyId: 'run', open: (sealed: Uint8Array) => Buffer.from(sealed) },
    wallets: {
      dropSignedOut: async () => undefined,
      listWanted: async () =>
        stored.wallet === null ? [] : [{ ...stored.wallet, isMarkedOpen: false }],
      readSealed: async () => (stored.wallet === null ? [] : [stored.wallet]),
      drop: async (_keyId: string, userId: string) => void dropped.push(userId),
    },
    toPhrase: (entropy: Uint8Array) => `phrase of ${entropy.length}`,
    clock: { now: () => new Date(0) },
    report: () => undefined,
  };
  const put = (privateAddress: PrivateAddress, length: number, custody?: Custody) => {
    const keys = new Uint8Array(length).fill(1);
    const [encryptionKey, viewKey] = [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)];
    const sealed = packSecrets({ keys, encryptionKey, viewKey });
    const ofLength = length === 96 ? 'only-me' : 'assisted';
    stored.wallet = {
      ...{ userId: 'alice', privateAddress, sealed, createdAtBlock: null },
      custody: custody ?? ofLength,
    };
  };
  const wallets = createOpenWallets(ports as unknown as ShieldingPorts);
  return { wallets, put, opened, closed, dropped };
}

it('opens a wallet by its seed, or by its sight, with which nothing is signed', async () => {
  const { wallets, put, opened } = createHarness();
  put(OLD, 16);
  await wallets.sync([]);
  expect(wallets.find('alice')).toMatchObject({ privateAddress: OLD, canSign: true });
  put(NEW, 96);
  await wallets.sync([]);
  expect(wallets.find('alice')).toMatchObject({ privateAddress: NEW, canSign: false });
  expect(opened).toEqual(['0zk1old phrase of 16', '0zk1new 96 bytes']);
});

it('closes a wallet that another one took the place of', async () => {
  const { wallets, put, closed } = createHarness();
  put(OLD, 16);
  await wallets.sync([]);
  await wallets.sync([]);
  expect(closed).toEqual([]);
  put(NEW, 96);
  await wallets.sync([]);
  expect(closed).toEqual([OLD]);
});

it('closes a wallet whose owner took its keys over, and opens it by its sight', async () => {
  const { wallets, put, opened, closed } = createHarness();
  put(OLD, 16);
  await wallets.sync([]);
  put(OLD, 96);
  await wallets.sync([]);
  expect(closed).toEqual([OLD]);
  expect(wallets.find('alice')).toMatchObject({ privateAddress: OLD, canSign: false });
  expect(opened).toEqual(['0zk1old phrase of 16', '0zk1old 96 bytes']);
});

it.each([
  [16, 'only-me'],
  [96, 'assisted'],
] as const)('opens no wallet by %i bytes that is %s by now', async (length, custody) => {
  const { wallets, put, opened, dropped } = createHarness();
  put(OLD, length, custody);
  await wallets.sync([]);
  expect([wallets.find('alice'), opened, dropped]).toEqual([null, [], ['alice']]);
});
