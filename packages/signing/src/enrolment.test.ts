import fc from 'fast-check';
import { verifyMessage } from 'viem';
import { describe, expect, test } from 'vitest';
import { deriveKeys } from '#pool/keys';
import { type Enrolment, isEnrolmentProven, signEnrolment } from './enrolment.ts';

const CHAIN = 137;
const anySeed = fc.uint8Array({ minLength: 64, maxLength: 64 });
const anyChallenge = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const anyUser = fc.uuid();

test('the keys of a wallet prove its enrolment, whichever capitals its address is written with', () => {
  fc.assert(
    fc.property(anySeed, anyChallenge, anyUser, (seed, challenge, userId) => {
      const { address, privateAddress, proof } = signEnrolment(deriveKeys(seed), {
        ...{ challenge, userId },
      });
      for (const written of [address, address.toLowerCase()]) {
        const enrolment = { challenge, userId, address: written, privateAddress };
        expect(isEnrolmentProven(proof, enrolment, CHAIN)).toBe(true);
      }
    }),
    { numRuns: 10 },
  );
});

describe('nothing else is proven', () => {
  const [one, other] = [1, 2].map((byte) => deriveKeys(new Uint8Array(64).fill(byte)));
  if (one === undefined || other === undefined) throw new Error('No keys.');
  const request = { challenge: 'ab'.repeat(32), userId: '00000000-0000-4000-8000-000000000001' };
  const signed = signEnrolment(one, request);
  const foreign = signEnrolment(other, request);
  const { proof, address, privateAddress } = signed;
  const enrolment: Enrolment = { ...request, address, privateAddress };
  const flipped = (signature: string) =>
    `${signature.slice(0, 20)}${signature[20] === '0' ? '1' : '0'}${signature.slice(21)}`;

  test.each<[string, Partial<Enrolment>]>([
    ['another challenge', { challenge: 'cd'.repeat(32) }],
    ['a challenge in capitals', { challenge: 'AB'.repeat(32) }],
    ['a challenge with a line of its own', { challenge: `${'ab'.repeat(32)}\nUser: x` }],
    ['no challenge', { challenge: '' }],
    ['another user', { userId: '00000000-0000-4000-8000-000000000002' }],
    ['a user with a line of its own', { userId: `${request.userId}\n` }],
    ['another public address', { address: foreign.address }],
    ['another private address', { privateAddress: foreign.privateAddress }],
    ['a private address in place of the public one', { address: privateAddress }],
    ['the public address in place of the private one', { privateAddress: address }],
    ['no addresses', { address: '', privateAddress: '' }],
  ])('for %s', (_, change) => {
    expect(isEnrolmentProven(proof, enrolment, CHAIN)).toBe(true);
    expect(isEnrolmentProven(proof, { ...enrolment, ...change }, CHAIN)).toBe(false);
  });

  test.each<[string, Partial<typeof proof>]>([
    ['another public key', { address: foreign.proof.address }],
    ['another viewing key', { privateAddress: foreign.proof.privateAddress }],
    ['the viewing key for both', { address: proof.privateAddress }],
    ['the public key for both', { privateAddress: proof.address }],
    ['a changed signature of the public key', { address: flipped(proof.address) }],
    ['a changed signature of the viewing key', { privateAddress: flipped(proof.privateAddress) }],
    ['no signature of the public key', { address: '0x' }],
    ['no signature of the viewing key', { privateAddress: '0x' }],
  ])('by %s', (_, change) => {
    expect(isEnrolmentProven({ ...proof, ...change }, enrolment, CHAIN)).toBe(false);
  });

  test('and nothing is signed for a challenge or a user that could be read as another text', () => {
    for (const change of [{ challenge: 'ab' }, { userId: `${request.userId}\n` }]) {
      expect(() => signEnrolment(one, { ...request, ...change })).toThrow('none of Kax');
    }
  });

  test('the public signature is one that any wallet verifies (EIP-191)', async () => {
    const message = [
      'Kax: only me. These keys are of one wallet, and its owner keeps them.',
      `User: ${request.userId}`,
      `Public address: ${address.toLowerCase()}`,
      `Private address: ${privateAddress}`,
      `Challenge: ${request.challenge}`,
    ].join('\n');
    const signature = proof.address as `0x${string}`;
    expect(await verifyMessage({ address, message, signature })).toBe(true);
  });
});
