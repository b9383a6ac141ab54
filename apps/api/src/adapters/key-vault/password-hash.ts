import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hashRaw } from '@node-rs/argon2';
import type { PasswordLane } from '../../ports/key-vault.ts';
import { deriveKey, wiping } from './seal.ts';
import { createWorkQueue } from './work-queue.ts';

export interface PasswordParameters {
  readonly memoryKiB: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** Argon2id for new passwords. Source: OWASP ASVS 5.0 appendix C requires less. */
export const PASSWORD_PARAMETERS: PasswordParameters = {
  memoryKiB: 65_536,
  iterations: 3,
  parallelism: 1,
};

const ARGON2ID = 2;
const KEY_BYTES = 32;
/** Two at most; one processor stays free for everyone else’s requests. */
export const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const MOST_WAITING = 64;
/** Few are known or do work, and it helps no one to send them away on a machine that is slow today. */
const LONGEST_WAIT_MS = { known: 15_000, worked: 15_000, stranger: 5_000 } as const;

/** What one run of Argon2id gives: the key that wraps, and the hash that is compared. */
export interface PasswordKeys {
  readonly wrappingKey: Buffer;
  readonly verifierHash: Buffer;
}

/** Derives keys from passwords, a few at the same time; rejects with `VaultBusy` when the queue is full. */
export type DerivePasswordKeys = (attempt: {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly pepper: Uint8Array;
  readonly parameters: PasswordParameters;
  /** Known when left out. */
  readonly lane?: PasswordLane;
}) => Promise<PasswordKeys>;

/** @returns a derivation with its own queue. */
export function createPasswordDerivation(): DerivePasswordKeys {
  const inOrder = createWorkQueue(AT_ONCE, MOST_WAITING, LONGEST_WAIT_MS);
  return async ({ password, salt, pepper, parameters, lane }) => {
    const stretched = await inOrder(
      () =>
        hashRaw(password, {
          algorithm: ARGON2ID,
          salt: Buffer.from(salt),
          memoryCost: parameters.memoryKiB,
          timeCost: parameters.iterations,
          parallelism: parameters.parallelism,
          outputLen: KEY_BYTES,
        }),
      lane,
    );
    const peppered = wiping(stretched, (key) => createHmac('sha256', pepper).update(key).digest());
    return wiping(peppered, (secret) => ({
      wrappingKey: deriveKey(secret, 'password wrap'),
      verifierHash: wiping(deriveKey(secret, 'password verifier'), (verifier) =>
        createHash('sha256').update(verifier).digest(),
      ),
    }));
  };
}

/** Compares in constant time. */
export function isSameVerifier(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
