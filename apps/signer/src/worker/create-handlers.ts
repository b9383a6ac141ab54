import { signEnrolment } from '#signing/enrolment';
import { phraseSecret } from '../wraps/box-key.ts';
import { drawPhrase } from '../wraps/draw-phrase.ts';
import { bytesToHex } from '../wraps/hex.ts';
import { sealWrap } from '../wraps/owner-wraps.ts';
import type { StartedWallet, WorkerHandlers } from './calls.ts';
import { checkPublic } from './check-plan.ts';
import {
  compareWords,
  createKeyState,
  type KeyState,
  openPhrase,
  openWords,
  openWrap,
} from './key-state.ts';
import { readWords } from './read-words.ts';
import { type SigningParts, sign } from './sign.ts';
import { type Wallet, walletOf } from './wallet.ts';

/** @returns every function that the page can call */
export function createHandlers(parts: SigningParts): WorkerHandlers {
  const { keyring } = parts;
  const state = createKeyState(keyring);
  const take = (wallet: Wallet, challenge: string) => {
    state.start(wallet);
    return describeStarted(wallet, challenge);
  };
  return {
    async start({ userId, challenge }) {
      const entropy = crypto.getRandomValues(new Uint8Array(16));
      return take(await walletOf(entropy, userId), challenge);
    },
    async startFromWords({ userId, challenge, words }) {
      const read = await readWords(words);
      if (read.outcome === 'not-words') return read;
      const started = take(await walletOf(read.entropy, userId), challenge);
      return { outcome: 'started', ...started };
    },
    openWrap: async (request) => ({ isOpen: await openWrap(state, request) }),
    openPhrase: async (request) => ({ isOpen: await openPhrase(state, request) }),
    openWords: (request) => openWords(state, request),
    compareWords,
    ...sealHandlers(state),
    words: () => wordsOf(state.started()),
    async checkWords({ places, words }) {
      const right = await wordsOf(state.started());
      return places.filter((place, index) => right[place - 1] !== words[index]);
    },
    end: async () => {
      state.end();
      return null;
    },
    hasOpenKeys: async () => keyring.hasKeys(),
    isOpen: async ({ owner }) => keyring.open(owner.address).isOpen,
    async wasPaid({ owner, recipient }) {
      const log = await parts.log();
      const signatures = await log.read(owner.address);
      return signatures.some((signature) => signature.recipient === recipient);
    },
    async checkPlan({ request }) {
      // Private plans are compared with the keys, once they are open.
      if (request.confirmation.kind !== 'send') return { outcome: 'fits' };
      const checked = checkPublic(request);
      return checked.outcome === 'refused' ? checked : { outcome: 'fits' };
    },
    sign: ({ request }) => sign(parts, request),
    lock: async () => {
      keyring.lock();
      return null;
    },
    hidden: async () => {
      keyring.hidden();
      return null;
    },
    shown: async () => {
      keyring.shown();
      return null;
    },
    timeOut: async () => keyring.timeOut(),
    setTimeOut: async ({ minutes }) => {
      keyring.setTimeOut(minutes);
      return null;
    },
  };
}

function sealHandlers(state: KeyState): Pick<WorkerHandlers, 'sealPasskey' | 'sealPhrase'> {
  return {
    async sealPasskey({ credentialId, publicKey, secret }) {
      const { owner, secrets } = state.started();
      const details = { owner, kind: 'passkey', credentialId, publicKey, salt: '' } as const;
      const wrap = await sealWrap(secrets, secret, details);
      secret.fill(0);
      return wrap;
    },
    async sealPhrase() {
      const { owner, secrets } = state.started();
      const { WORD_LIST } = await import('#pool/words');
      const phrase = drawPhrase(WORD_LIST);
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const secret = await phraseSecret(phrase, salt);
      const kind = { kind: 'phrase', credentialId: '', publicKey: '' } as const;
      const details = { owner, ...kind, salt: bytesToHex(salt) };
      return { wrap: await sealWrap(secrets, secret, details), words: phrase.split(' ') };
    },
  };
}

function describeStarted({ owner, keys, sight }: Wallet, challenge: string): StartedWallet {
  const { proof } = signEnrolment(keys, { challenge, userId: owner.userId });
  return { owner, sight, proofs: proof };
}

async function wordsOf({ secrets }: Wallet): Promise<readonly string[]> {
  const { entropyToWords } = await import('#pool/words');
  return entropyToWords(secrets.entropy).split(' ');
}
