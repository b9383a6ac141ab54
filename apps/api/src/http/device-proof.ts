import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../ports/clock.ts';

/** What a proof must be about. */
export interface ProvableRequest {
  readonly method: string;
  /** Path and query, as received. */
  readonly target: string;
  /** Null without an `Authorization` header. */
  readonly bearer: string | null;
  /** SHA-256 of the body in base64url; null without a body. */
  readonly bodyHash: string | null;
  readonly idempotencyKey: string | null;
}

export type ProofOutcome =
  | {
      readonly kind: 'proven';
      /** RFC 7638 thumbprint of the key that signed. */
      readonly device: string;
    }
  /** `device-proof-expired`: nothing is wrong with it but its time. */
  | { readonly kind: 'refused'; readonly code: 'device-proof-not-valid' | 'device-proof-expired' };

/** Verifies the `DPoP` header of one request. */
export type VerifyProof = (proof: string, request: ProvableRequest) => ProofOutcome;

/** How far a device's clock may be from ours, either way. */
export const PROOF_WINDOW_S = 60;
const LONGEST_PROOF = 4_096;
const MOST_KEYS = 10_000;
const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const NOT_VALID: ProofOutcome = { kind: 'refused', code: 'device-proof-not-valid' };
const EXPIRED: ProofOutcome = { kind: 'refused', code: 'device-proof-expired' };

/** 32 bytes in base64url, in the one way that leaves no bit unused. */
const coordinate = z.string().check(z.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/));
/** No other members: one with a private part, or for another use, is refused. */
const publicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
});
const header = z.strictObject({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: publicKey,
});
const claims = z.object({
  jti: z.string().check(z.minLength(1), z.maxLength(128)),
  htm: z.string(),
  htu: z.string(),
  iat: z.int(),
  ath: z.optional(z.string()),
  /** Hash of the body, and idempotency key: ours, beyond RFC 9449. */
  bh: z.optional(z.string()),
  ik: z.optional(z.string()),
});

/**
 * Verifies proofs of possession in the manner of RFC 9449 that sign the whole request: a proof that someone captured
 * repeats this request and no other, so no used proof is remembered. Keys are, since importing one is expensive.
 */
export function createVerifyProof(clock: Pick<Clock, 'now'>): VerifyProof {
  const keyByThumbprint = new Map<string, KeyObject>();

  function importKey(device: string, jwk: z.output<typeof publicKey>): KeyObject | null {
    const known = keyByThumbprint.get(device);
    if (known !== undefined) return known;
    const key = createKeyOrNull(jwk);
    if (key === null) return null;
    keyByThumbprint.set(device, key);
    const [oldest] = keyByThumbprint.keys();
    if (keyByThumbprint.size > MOST_KEYS && oldest !== undefined) keyByThumbprint.delete(oldest);
    return key;
  }

  return (proof, request) => {
    const [, head = '', body = '', signature = ''] =
      proof.length > LONGEST_PROOF ? [] : (FORM.exec(proof) ?? []);
    const { data: read } = header.safeParse(parsePart(head));
    const { data: said } = claims.safeParse(parsePart(body));
    if (read === undefined || said === undefined || !isAbout(said, request)) return NOT_VALID;
    const device = thumbprintOf(read.jwk);
    const key = importKey(device, read.jwk);
    if (key === null) return NOT_VALID;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return NOT_VALID;
    const ageS = Math.floor(clock.now().getTime() / 1000) - said.iat;
    return Math.abs(ageS) > PROOF_WINDOW_S ? EXPIRED : { kind: 'proven', device };
  };
}

/** @returns SHA-256 in base64url */
export function hashForProof(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isAbout(
  { htm, htu, ath, bh, ik }: z.output<typeof claims>,
  { method, target, bearer, bodyHash, idempotencyKey }: ProvableRequest,
): boolean {
  return (
    htm === method &&
    targetOf(htu) === target &&
    (ath ?? null) === (bearer === null ? null : hashForProof(bearer)) &&
    (bh ?? null) === bodyHash &&
    (ik ?? null) === idempotencyKey
  );
}

/** Its origin is not compared: behind proxies, this server does not know the one that the device sees. */
function targetOf(htu: string): string | null {
  const url = URL.parse(htu);
  return url === null ? null : `${url.pathname}${url.search}`;
}

/** RFC 7638: the required members in this order, without spaces. */
function thumbprintOf({ x, y }: z.output<typeof publicKey>): string {
  return hashForProof(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }));
}

/** @returns null for a point that is not on the curve */
function createKeyOrNull(jwk: z.output<typeof publicKey>): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
