import { checkPrimeSync, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SolvedWork, WorkPuzzle, WorkPuzzles } from '../../ports/work-puzzles.ts';
import { deriveKey, lengthPrefixed } from './seal.ts';

const PRIME_BYTES = 64;
/** Longer than the modulus, so that no remainder is more likely than another. */
const BASE_BYTES = 160;
const ID_BYTES = 16;
const SQUARINGS_BYTES = 4;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const TERMS_BYTES = ID_BYTES + SQUARINGS_BYTES + TIME_BYTES;
const WORK = /^(?<token>[\w-]{56})\.(?<result>[\da-f]{1,256})$/;
/** Longer than the hardest puzzle takes on a slow phone. */
const VALID_MS = 5 * 60_000;

/**
 * Puzzles whose modulus belongs to a secret of the server: every process with the same secret checks the others’
 * puzzles, and nothing is stored. Knowing the factors, a check costs two small powers instead of the squarings.
 */
export function createWorkPuzzles(secret: Uint8Array): WorkPuzzles {
  const p = primeOf(deriveKey(secret, 'work puzzles, first prime'));
  const q = primeOf(deriveKey(secret, 'work puzzles, second prime'));
  const macKey = deriveKey(secret, 'work puzzles, tokens');
  const modulus = p * q;
  return {
    create(purpose, squarings, now): WorkPuzzle {
      const terms = termsBytes(squarings, now);
      const token = Buffer.concat([terms, macOf(macKey, terms, purpose)]).toString('base64url');
      return {
        token,
        modulus: modulus.toString(16),
        base: baseOf(macKey, token, modulus).toString(16),
        squarings,
      };
    },
    verify(purpose, work, now) {
      const { token, result } = WORK.exec(work)?.groups ?? {};
      if (token === undefined || result === undefined) return null;
      const terms = readTerms(macKey, token, purpose);
      if (terms === null || isOver(terms, now)) return null;
      const base = baseOf(macKey, token, modulus);
      const found = BigInt(`0x${result}`);
      const isRight = [p, q].every((prime) => isSolvedIn(prime, { ...terms, base, found }));
      return isRight && found < modulus ? terms : null;
    },
  };
}

function termsBytes(squarings: number, now: Date): Buffer {
  const terms = Buffer.alloc(TERMS_BYTES);
  randomBytes(ID_BYTES).copy(terms);
  terms.writeUInt32BE(squarings, ID_BYTES);
  terms.writeUIntBE(now.getTime(), ID_BYTES + SQUARINGS_BYTES, TIME_BYTES);
  return terms;
}

/** @returns null when this server did not make the token, or made it for another purpose */
function readTerms(macKey: Buffer, token: string, purpose: string): SolvedWork | null {
  const bytes = Buffer.from(token, 'base64url');
  const terms = bytes.subarray(0, TERMS_BYTES);
  if (!timingSafeEqual(bytes.subarray(TERMS_BYTES), macOf(macKey, terms, purpose))) return null;
  return {
    id: terms.subarray(0, ID_BYTES).toString('hex'),
    squarings: terms.readUInt32BE(ID_BYTES),
    issuedAt: new Date(terms.readUIntBE(ID_BYTES + SQUARINGS_BYTES, TIME_BYTES)),
  };
}

function macOf(macKey: Buffer, terms: Buffer, purpose: string): Buffer {
  const said = lengthPrefixed([terms.toString('hex'), purpose]);
  return createHmac('sha256', macKey).update(said).digest().subarray(0, MAC_BYTES);
}

/** Clocks of two processes differ, so a puzzle may come from a moment ahead. */
function isOver({ issuedAt }: SolvedWork, now: Date): boolean {
  return Math.abs(now.getTime() - issuedAt.getTime()) > VALID_MS;
}

/** Chosen by the server for each token, so that no one picks a base whose powers they know. */
function baseOf(macKey: Buffer, token: string, modulus: bigint): bigint {
  return numberOf(streamOf(macKey, `base ${token}`, BASE_BYTES)) % modulus;
}

/** By Fermat, the exponent 2^squarings counts modulo `prime` - 1 only. */
function isSolvedIn(
  prime: bigint,
  {
    squarings,
    base,
    found,
  }: { readonly squarings: number; readonly base: bigint; readonly found: bigint },
): boolean {
  const exponent = power(2n, BigInt(squarings), prime - 1n);
  return power(base % prime, exponent, prime) === found % prime;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const digit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (digit === '1') result = (result * base) % modulus;
  }
  return result;
}

/** @returns the first prime of a stream that the seed determines, with both highest bits set */
function primeOf(seed: Buffer): bigint {
  for (let attempt = 0; ; attempt += 1) {
    const candidate = streamOf(seed, `candidate ${attempt}`, PRIME_BYTES);
    candidate[0] = (candidate[0] ?? 0) | 0b1100_0000;
    candidate[PRIME_BYTES - 1] = (candidate[PRIME_BYTES - 1] ?? 0) | 1;
    const number = numberOf(candidate);
    if (checkPrimeSync(number)) return number;
  }
}

function streamOf(key: Buffer, name: string, bytes: number): Buffer {
  const blocks = Array.from({ length: bytes / 32 }, (_, block) =>
    createHmac('sha256', key).update(`${name} ${block}`).digest(),
  );
  return Buffer.concat(blocks);
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}
