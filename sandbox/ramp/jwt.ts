import { createHmac, randomUUID } from 'node:crypto';

/** @returns a JSON Web Token signed with HMAC-SHA256 under `secret` (RFC 7515) */
export function signJwt(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const head = encode({ alg: 'HS256', typ: 'JWT' });
  const body = encode(claims);
  const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  return `${head}.${body}.${signature}`;
}

/** @returns an unguessable token in the format of the partner's access tokens */
export function newToken(secret: string, expiresAtSeconds: number): string {
  return signJwt({ jti: randomUUID(), exp: expiresAtSeconds }, secret);
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
