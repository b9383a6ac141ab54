import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  claimsOf,
  createDeviceKey,
  type SignedRequest,
  signProof,
} from '../../../../scripts/check-security/device-key.ts';
import { createVerifyProof, hashForProof, type ProvableRequest } from './device-proof.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const NOT_VALID = { kind: 'refused', code: 'device-proof-not-valid' };
const EXPIRED = { kind: 'refused', code: 'device-proof-expired' };
const payment: SignedRequest = {
  method: 'POST',
  url: '/api/wallet/public/send-tokens?x=1',
  token: 'kxa_token',
  body: '{"amount":"1"}',
  idempotencyKey: 'one',
  at: NOW,
};
const verifyProof = createVerifyProof({ now: () => NOW });
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });
const header = { typ: 'dpop+jwt', alg: 'ES256', jwk };

/** How the server sees a request. */
function seen({ method, url, token, body, idempotencyKey }: SignedRequest): ProvableRequest {
  return {
    method,
    target: url,
    bearer: token ?? null,
    bodyHash: body === undefined ? null : hashForProof(body),
    idempotencyKey: idempotencyKey ?? null,
  };
}

function verifyAs(proof: string, request: SignedRequest = payment) {
  return verifyProof(proof, seen(request));
}

describe('a proof of the device key', () => {
  it('names the device by the RFC 7638 thumbprint of its key', () => {
    const key = createDeviceKey();
    expect(verifyAs(key.prove(payment))).toEqual({ kind: 'proven', device: key.thumbprint });
    const bare = { method: 'GET', url: '/api/health', at: NOW };
    expect(verifyAs(key.prove(bare), bare)).toEqual({ kind: 'proven', device: key.thumbprint });
  });

  it('is valid under any origin, because proxies rewrite it', () => {
    const key = createDeviceKey();
    const url = `https://wallet.example:8443${payment.url}`;
    expect(verifyAs(key.prove({ ...payment, url }))).toMatchObject({ kind: 'proven' });
  });

  it.each<[string, Partial<SignedRequest>]>([
    ['another method', { method: 'DELETE' }],
    ['another path', { url: '/api/wallet/public/quote-send?x=1' }],
    ['another query', { url: '/api/wallet/public/send-tokens?x=2' }],
    ['another token', { token: 'kxa_other' }],
    ['another body', { body: '{"amount":"2"}' }],
    ['another idempotency key', { idempotencyKey: 'two' }],
  ])('is worth nothing for a request with %s', (_what, other) => {
    const proof = createDeviceKey().prove(payment);
    expect(verifyAs(proof)).toMatchObject({ kind: 'proven' });
    expect(verifyAs(proof, { ...payment, ...other })).toEqual(NOT_VALID);
  });

  it.each(['token', 'body', 'idempotencyKey'] as const)(
    'must name the %s of its request, and no other',
    (field) => {
      const { [field]: _left, ...without } = payment;
      const key = createDeviceKey();
      expect(verifyAs(key.prove(without))).toEqual(NOT_VALID);
      expect(verifyAs(key.prove(payment), without)).toEqual(NOT_VALID);
    },
  );

  it('expires after 60 seconds, and says so only when nothing else is wrong', () => {
    const key = createDeviceKey();
    const proveAt = (seconds: number, more: Partial<SignedRequest> = {}) =>
      verifyAs(key.prove({ ...payment, ...more, at: new Date(NOW.getTime() + seconds * 1_000) }));
    for (const seconds of [-60, 0, 60]) expect(proveAt(seconds)).toMatchObject({ kind: 'proven' });
    for (const seconds of [-61, 61, 86_400]) expect(proveAt(seconds)).toEqual(EXPIRED);
    expect(proveAt(61, { body: 'other' })).toEqual(NOT_VALID);
  });
});

describe('what is no proof', () => {
  const claims = claimsOf(payment);
  const key = (more: object) => ({ ...header, jwk: { ...jwk, ...more } });
  const signed = (head: object, said: object = claims, by: KeyObject = privateKey) =>
    signProof(head, said, by);

  it('is anything but a JWT with a key, in the form of this check', () => {
    expect(verifyAs(signed(header))).toMatchObject({ kind: 'proven' });
  });

  it.each<[string, string]>([
    ['another key’s signature', signed(header, claims, otherKey())],
    ['the algorithm none', signed({ ...header, alg: 'none' })],
    ['another algorithm', signed({ ...header, alg: 'ES384' })],
    ['another type', signed({ ...header, typ: 'JWT' })],
    ['no key', signed({ typ: 'dpop+jwt', alg: 'ES256' })],
    ['a private key', signed({ ...header, jwk: privateKey.export({ format: 'jwk' }) })],
    ['a key of another kind', signed(key({ kty: 'RSA' }))],
    ['a key on another curve', signed(key({ crv: 'secp256k1' }))],
    ['a key that is not on its curve', signed(key({ x: 'A'.repeat(43) }))],
    ['a coordinate with unused bits', signed(key({ x: `${'A'.repeat(42)}B` }))],
    ['a critical extension', signed({ ...header, crit: ['b64'], b64: false })],
    ['no id', signed(header, { ...claims, jti: undefined })],
    ['no time', signed(header, { ...claims, iat: undefined })],
    ['a time in text', signed(header, { ...claims, iat: String(claims.iat) })],
    ['an address that is none', signed(header, { ...claims, htu: payment.url })],
    ['an oversized claim', signed(header, { ...claims, more: 'x'.repeat(4_096) })],
    ['no signature', signed(header).split('.').slice(0, 2).join('.')],
    ['an empty signature', `${signed(header).split('.').slice(0, 2).join('.')}.`],
    ['two proofs', `${signed(header)}, ${signed(header)}`],
    ['no text', ''],
    ['a symmetric signature', symmetric()],
  ])('%s', (_what, proof) => {
    expect(verifyAs(proof)).toEqual(NOT_VALID);
  });

  it('a proof with any part of it changed', () => {
    const proof = signed(header);
    for (let at = 0; at < proof.length; at += 7) {
      const changed = `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
      expect(verifyAs(changed)).toEqual(NOT_VALID);
    }
  });

  function otherKey(): KeyObject {
    return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  }

  function symmetric(): string {
    const [head, body] = signed({ ...header, alg: 'HS256' }).split('.');
    const mac = createHmac('sha512', JSON.stringify(jwk)).update(`${head}.${body}`).digest();
    return `${head}.${body}.${mac.toString('base64url')}`;
  }
});
