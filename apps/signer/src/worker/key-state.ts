import type { WalletKeys } from '#pool/keys';
import { unpackKeys } from '#pool/pack-sight';
import type { Owner } from '#signing/messages/owner-wrap';
import { phraseSecret } from '../wraps/box-key.ts';
import { normalizePhrase } from '../wraps/draw-phrase.ts';
import { hexToBytes } from '../wraps/hex.ts';
import { openBox } from '../wraps/owner-wraps.ts';
import type { WorkerCalls } from './calls.ts';
import type { Keyring } from './keyring.ts';
import { readWords } from './read-words.ts';
import { areKeysOf, type Wallet, walletOf, wipeKeys, wipeWallet } from './wallet.ts';

/** Everything secret in the Worker: open keys, and the wallet whose words or wraps are made right now. */
export interface KeyState {
  readonly keyring: Keyring<WalletKeys>;
  /** @returns the wallet of the flow that runs; it throws without one, because the page calls in order */
  started(): Wallet;
  start(wallet: Wallet): void;
  end(): void;
}

export function createKeyState(keyring: Keyring<WalletKeys>): KeyState {
  let wallet: Wallet | null = null;
  const end = () => {
    if (wallet !== null) wipeWallet(wallet);
    wallet = null;
  };
  return {
    keyring,
    started() {
      if (wallet === null) throw new Error('No wallet was started.');
      return wallet;
    },
    start(next) {
      end();
      wallet = next;
    },
    end,
  };
}

/** Opens what a wrap keeps: keys for the keyring, or the entropy for the flow that runs. */
export async function openWrap(
  state: KeyState,
  request: WorkerCalls['openWrap']['request'],
): Promise<boolean> {
  const { owner, use, wrap, secret } = request;
  const box = await openBox(wrap, secret, { use, owner });
  secret.fill(0);
  if (!box.isOpen) return false;
  const isTaken =
    use === 'spend'
      ? holdKeys(state, owner, box.content)
      : await startFrom(state, owner, box.content);
  box.content.fill(0);
  return isTaken;
}

/** Tries the six words on each wrap of a phrase. */
export async function openPhrase(
  state: KeyState,
  { owner, use, wraps, words }: WorkerCalls['openPhrase']['request'],
): Promise<boolean> {
  const phrase = normalizePhrase(words.join(' '));
  for (const wrap of wraps.filter(({ kind }) => kind === 'phrase')) {
    const secret = await phraseSecret(phrase, hexToBytes(wrap.salt));
    if (await openWrap(state, { owner, use, wrap, secret })) return true;
  }
  return false;
}

/** Opens the wallet of 12 words, if it is the owner's. */
export async function openWords(
  state: KeyState,
  { owner, use, words }: WorkerCalls['openWords']['request'],
): Promise<WorkerCalls['openWords']['response']> {
  const read = await readWords(words);
  if (read.outcome === 'not-words') return read;
  const wallet = await walletOf(read.entropy, owner.userId);
  read.entropy.fill(0);
  if (!isSameOwner(wallet.owner, owner)) {
    wipeWallet(wallet);
    return { outcome: 'other', address: wallet.owner.address };
  }
  if (use === 'seed') state.start(wallet);
  else {
    holdKeys(state, owner, wallet.secrets.keys);
    wipeWallet(wallet);
  }
  return { outcome: 'open' };
}

/** Compares 12 words with a wallet. Nothing stays open. */
export async function compareWords({
  owner,
  words,
}: WorkerCalls['compareWords']['request']): Promise<WorkerCalls['compareWords']['response']> {
  const read = await readWords(words);
  if (read.outcome === 'not-words') return read;
  const wallet = await walletOf(read.entropy, owner.userId);
  read.entropy.fill(0);
  wipeWallet(wallet);
  if (isSameOwner(wallet.owner, owner)) return { outcome: 'same' };
  return { outcome: 'other', address: wallet.owner.address };
}

/** The keys must be those of the owner's addresses: a wrap that opens may have been made of other keys. */
function holdKeys({ keyring }: KeyState, owner: Owner, packed: Uint8Array): boolean {
  const keys = unpackKeys(packed);
  if (keys === null) return false;
  if (!areKeysOf(keys, owner)) {
    wipeKeys(keys);
    return false;
  }
  keyring.hold(owner.address, keys);
  return true;
}

async function startFrom(state: KeyState, owner: Owner, entropy: Uint8Array): Promise<boolean> {
  const wallet = await walletOf(entropy, owner.userId);
  if (!isSameOwner(wallet.owner, owner)) {
    wipeWallet(wallet);
    return false;
  }
  state.start(wallet);
  return true;
}

function isSameOwner(one: Owner, other: Owner): boolean {
  return one.address === other.address && one.privateAddress === other.privateAddress;
}
