import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Custody } from '#domain/custody/custody';
import { buildUser } from '#testing/user';
import { storeSignIn } from '../state/auth-session.ts';

export const SIGNER_ORIGIN = 'http://sign.localhost:7609';
const RELEASE = '5e'.repeat(32);
const FRAME = 'Your keys';

/** What `GET /api/about` responds where the signer is served, or isn't. */
export const about = (isServed = true) => ({
  body: {
    ...{ messagesUrl: null, recoveryKey: 'file', supportEmail: null, prover: null },
    signer: isServed ? { origin: SIGNER_ORIGIN, release: RELEASE } : null,
  },
});

const box = (bytes: number) => ({ iv: '0a'.repeat(12), bytes: '0b'.repeat(bytes + 16) });

/** A way to open the keys, as the signer seals it. */
export function buildWrap(number: number, kind: 'passkey' | 'phrase' = 'passkey') {
  const isPasskey = kind === 'passkey';
  return {
    version: 1 as const,
    id: `0198c0de-0000-4000-8000-00000000000${number}`,
    kind,
    credentialId: isPasskey ? `credential-${number}` : '',
    publicKey: isPasskey ? 'public-key' : '',
    salt: isPasskey ? '' : '0c'.repeat(16),
    keysBox: box(96),
    entropyBox: box(16),
  };
}

/** The same as it is listed. */
export function listed(number: number, label: string, kind: 'passkey' | 'phrase' = 'passkey') {
  const { id, credentialId } = buildWrap(number, kind);
  const createdAt = '2026-11-02T18:05:00.000Z';
  return { id, kind, label, credentialId, createdAt, usedAt: null };
}

/** Signs in a user with addresses that the signer can have, who has the keys of their wallet unless Kax has them. */
export function signInOwner(custody: Custody = 'only-me') {
  const user = buildUser();
  const wallet = {
    ...user.wallet,
    publicWalletAddress: `0x${'Ab'.repeat(20)}`,
    privateWalletAddress: `0zk${'q'.repeat(124)}`,
    custody,
  };
  storeSignIn({
    user: { ...user, wallet },
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
  });
  return wallet;
}

/** The frame with the signer, played by the test: nothing is loaded into it. */
export async function openFrame() {
  const frame = await screen.findByTitle(FRAME);
  const inside = buildWindow();
  Object.defineProperty(frame, 'contentWindow', { value: inside });
  return playSigner(inside);
}

/** A window that the signer is in. */
export function buildWindow() {
  const inside = { postMessage: vi.fn(), closed: false, close: vi.fn() };
  return inside as typeof inside & Window;
}

/** What the signer in a window is given, and what it says. */
export function playSigner(inside: ReturnType<typeof buildWindow>) {
  const say = (data: object, from: { origin?: string; source?: Window } = {}) =>
    act(async () => {
      const { origin = SIGNER_ORIGIN, source = inside } = from;
      const message = new MessageEvent('message', {
        data: { channel: 'kax-signer-1', ...data },
        origin,
      });
      // No test has two pages, so the window that sent it is put in.
      Object.defineProperty(message, 'source', { value: source });
      window.dispatchEvent(message);
    });
  const requests = () =>
    inside.postMessage.mock.calls.map(([message, { targetOrigin }]) => ({ message, targetOrigin }));
  return {
    say,
    requests,
    async ready() {
      await say({ event: 'ready' });
      return requests().at(-1)?.message;
    },
    /** Ends the last request. */
    end: (outcome: object) => say({ id: requests().at(-1)?.message.id, ...outcome }),
  };
}
