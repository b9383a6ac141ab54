import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** What a proof signs of a request. */
export interface SignedRequest {
  readonly method: string;
  /** With the query, of any origin. */
  readonly url: string;
  /** The bearer token of the request. */
  readonly token?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** The device's clock. */
  readonly at?: Date;
}

/** A key as a browser keeps it, for programs that sign in as a device does. */
export interface DeviceKey {
  /** RFC 7638. */
  readonly thumbprint: string;
  /** @returns the `DPoP` header of this request */
  prove(request: SignedRequest): string;
}

/** @returns a new P-256 key */
export function createDeviceKey(): DeviceKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const jwk = { kty, crv, x, y };
  return {
    thumbprint: hash(JSON.stringify({ crv, kty, x, y })),
    prove: (request) =>
      signProof({ typ: 'dpop+jwt', alg: 'ES256', jwk }, claimsOf(request), privateKey),
  };
}

/** The claims of a proof. */
export function claimsOf({ method, url, token, body, idempotencyKey, at }: SignedRequest) {
  return {
    jti: randomUUID(),
    htm: method,
    htu: new URL(url, 'http://localhost').href,
    iat: Math.floor((at ?? new Date()).getTime() / 1000),
    ...(token === undefined ? {} : { ath: hash(token) }),
    ...(body === undefined ? {} : { bh: hash(body) }),
    ...(idempotencyKey === undefined ? {} : { ik: idempotencyKey }),
  };
}

/** @returns a JWT with this header and these claims, whatever they are */
export function signProof(header: object, claims: object, privateKey: KeyObject): string {
  const signed = [header, claims].map((part) => encode(JSON.stringify(part))).join('.');
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
