import { expect, it } from 'vitest';
import { createSoftwarePasskey, type SigningCircumstances } from '#testing/software-passkey';
import type { NewCredential } from '../../ports/passkey-verifier.ts';
import { createPasskeyVerifier } from './passkey-verifier.ts';

const SITE = { rpId: 'wallet.example', origins: ['https://wallet.example'] };
const CHALLENGE = Buffer.from('a challenge that was never used').toString('base64url');
const OTHER_CHALLENGE = Buffer.from('another one').toString('base64url');

const verifier = createPasskeyVerifier(SITE);
const [origin = ''] = SITE.origins;

async function createStored(options: { counts?: boolean; isSynced?: boolean } = {}) {
  const passkey = createSoftwarePasskey({ ...SITE, origin, ...options });
  const stored = await verifier.verifyNew(passkey.attest(CHALLENGE), CHALLENGE);
  if (stored === null) throw new Error('A new passkey was refused.');
  return { passkey, stored };
}

const circumstances: readonly [string, SigningCircumstances][] = [
  ['of another page', { origin: 'https://wallet.example.evil.example' }],
  ['of a page without TLS', { origin: 'http://wallet.example' }],
  ['of another site', { rpId: 'evil.example' }],
  ['without user verification', { isVerified: false }],
  ['without user presence', { isPresent: false }],
  ['of a page in a frame', { crossOrigin: true }],
  ['with another credential id', { id: Buffer.alloc(32).toString('base64url') }],
];

it('accepts a new passkey and its use', async () => {
  const { passkey, stored } = await createStored();
  expect(stored).toMatchObject({ credentialId: passkey.id, signCount: 0, isSynced: false });
  expect(verifier.challengeIn(passkey.assert(CHALLENGE))).toBe(CHALLENGE);
  const used = await verifier.verifyUse(passkey.assert(CHALLENGE), CHALLENGE, stored);
  expect(used).toEqual({ signCount: 2 });
  expect((await createStored({ isSynced: true })).stored.isSynced).toBe(true);
});

it('stores of how a passkey is reached only words', async () => {
  const passkey = createSoftwarePasskey({ ...SITE, origin });
  const transports = ['internal', 'smart-card', '\u0000', '<b>', ''];
  const stored = await verifier.verifyNew({ ...passkey.attest(CHALLENGE), transports }, CHALLENGE);
  expect(stored?.transports).toEqual(['internal', 'smart-card']);
});

it.each<[string, SigningCircumstances]>([
  ...circumstances,
  ['of the type of a use', { type: 'webauthn.get' }],
  ['with the statement of a maker', { format: 'tpm' }],
])('refuses a new passkey %s', async (_name, how) => {
  const passkey = createSoftwarePasskey({ ...SITE, origin });
  expect(await verifier.verifyNew(passkey.attest(CHALLENGE, how), CHALLENGE)).toBeNull();
});

it.each<[string, SigningCircumstances]>([
  ...circumstances,
  ['of the type of a creation', { type: 'webauthn.create' }],
])('refuses a use %s', async (_name, how) => {
  const { passkey, stored } = await createStored();
  expect(await verifier.verifyUse(passkey.assert(CHALLENGE, how), CHALLENGE, stored)).toBeNull();
});

it('refuses a use with another challenge, by another key or with a changed signature', async () => {
  const { passkey, stored } = await createStored();
  const other = await createStored();
  const use = passkey.assert(CHALLENGE);
  expect(await verifier.verifyUse(use, OTHER_CHALLENGE, stored)).toBeNull();
  const foreign: NewCredential = { ...stored, publicKey: other.stored.publicKey };
  expect(await verifier.verifyUse(use, CHALLENGE, foreign)).toBeNull();
  const signature = Buffer.from(use.signature, 'base64url');
  signature[20] = (signature[20] ?? 0) ^ 1;
  const changed = { ...use, signature: signature.toString('base64url') };
  expect(await verifier.verifyUse(changed, CHALLENGE, stored)).toBeNull();
});

it('refuses a count that did not grow, and accepts an authenticator that does not count', async () => {
  const { passkey, stored } = await createStored();
  for (const signCount of [0, 6, 7]) {
    const use = passkey.assert(CHALLENGE, { signCount });
    expect(await verifier.verifyUse(use, CHALLENGE, { ...stored, signCount: 7 })).toBeNull();
  }
  const silent = await createStored({ counts: false });
  for (let round = 0; round < 2; round += 1) {
    const used = await verifier.verifyUse(
      silent.passkey.assert(CHALLENGE),
      CHALLENGE,
      silent.stored,
    );
    expect(used).toEqual({ signCount: 0 });
  }
});

it.each(['', '!', 'e30', 'bnVsbA', Buffer.from('{"challenge":1}').toString('base64url')])(
  'refuses %j in place of what a browser signs',
  async (junk) => {
    const { passkey, stored } = await createStored();
    const use = { ...passkey.assert(CHALLENGE), clientDataJSON: junk };
    expect(verifier.challengeIn(use)).toBeNull();
    expect(await verifier.verifyUse(use, CHALLENGE, stored)).toBeNull();
    const attestation = { ...passkey.attest(CHALLENGE), attestationObject: junk };
    expect(await verifier.verifyNew(attestation, CHALLENGE)).toBeNull();
  },
);
