import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies a JSON Web Token with HMAC-SHA256 (RFC 7515), and no other algorithm.
 * @returns its claims; null when no secret of the list signed it, or when it is no token at all
 */
export function verifyJwt(token: string, secrets: readonly (string | Uint8Array)[]): unknown {
  const [head, claims, signature, ...rest] = token.split('.');
  if (!head || !claims || !signature || rest.length > 0) return null;
  const header = jsonIn(head);
  const isHs256 =
    typeof header === 'object' && header !== null && 'alg' in header && header.alg === 'HS256';
  if (!isHs256) return null;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? jsonIn(claims) : null;
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
