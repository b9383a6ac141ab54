import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;
const LONGEST_SECONDS = 24 * 60 * 60;
const POINT_BYTES = 65;
const COORDINATE_BYTES = 32;

const header = z.object({ typ: z.literal('JWT'), alg: z.literal('ES256') });
const claims = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().check(z.regex(/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/)),
});

/** Whoever sent a message, or why it is refused. */
export type Vapid = { readonly subject: string } | { readonly refused: string };

/**
 * Verifies who sends a message (RFC 8292): the signature, for which service it was made, and until when.
 * @param key the only one that may send to this subscription
 */
export function readVapid(
  authorization: string | undefined,
  { origin, key, now }: { readonly origin: string; readonly key: string; readonly now: Date },
): Vapid {
  const [, head = '', content = '', signature = '', publicKey = ''] =
    HEADER.exec(authorization ?? '') ?? [];
  if (publicKey === '') return { refused: 'there is no VAPID token' };
  if (publicKey !== key) return { refused: 'the subscription is for another key' };
  const named = claims.safeParse(jsonOf(content));
  if (!header.safeParse(jsonOf(head)).success || !named.success) {
    return { refused: 'the token is incomplete' };
  }
  if (!isSigned(`${head}.${content}`, signature, publicKey)) {
    return { refused: 'the signature is wrong' };
  }
  const { aud, exp, sub } = named.data;
  if (aud !== origin) return { refused: 'the token is for another service' };
  const seconds = exp - now.getTime() / 1_000;
  if (seconds <= 0) return { refused: 'the token has expired' };
  if (seconds > LONGEST_SECONDS) return { refused: 'the token lasts too long' };
  return { subject: sub };
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)];
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}
