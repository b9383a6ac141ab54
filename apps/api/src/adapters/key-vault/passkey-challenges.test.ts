import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPasskeyChallenges } from './passkey-challenges.ts';

const NOW = new Date('2026-11-21T14:05:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const secret = randomBytes(32);
const challenges = createPasskeyChallenges(secret);

it('verifies its own challenges for 10 minutes, in every process with the same secret', () => {
  const challenge = challenges.create('sign in', NOW);
  const id = challenges.verify('sign in', challenge, NOW);
  expect(id).toMatch(/^[\da-f]{32}$/);
  const elsewhere = createPasskeyChallenges(secret);
  expect(elsewhere.verify('sign in', challenge, after(600_000))).toBe(id);
  expect(elsewhere.verify('sign in', challenge, after(600_001))).toBeNull();
  expect(challenges.create('sign in', NOW)).not.toBe(challenge);
});

it('refuses a challenge for another purpose, of another server, or that was changed', () => {
  const challenge = challenges.create('sign in', NOW);
  expect(challenges.verify('add', challenge, NOW)).toBeNull();
  expect(createPasskeyChallenges(randomBytes(32)).verify('sign in', challenge, NOW)).toBeNull();
  const bytes = Buffer.from(challenge, 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(challenges.verify('sign in', changed.toString('base64url'), NOW)).toBeNull();
  }
  for (const junk of ['', 'x', randomBytes(200).toString('base64url')]) {
    expect(challenges.verify('sign in', junk, NOW)).toBeNull();
  }
});
