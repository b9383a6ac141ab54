import { afterEach, describe, expect, test, vi } from 'vitest';
import { installFakeAuthenticator, NEW_ID, SECRET } from './fake-passkeys.test-setup.ts';
import { createPasskey, isPasskeySupported, requestAssertion } from './passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

const challenge = {
  challenge: 'AQL6',
  rpId: 'kax.test',
  userHandle: 'AAEC',
  userName: 'alice@kax.test',
  displayName: 'Alice Moreau',
  excludedIds: ['BBBB'],
  prfSalt: 'CCCC',
};
const use = { challenge: 'AQL6', rpId: 'kax.test', credentialIds: [NEW_ID] };
const bytesOf = (source: BufferSource | undefined) => [...new Uint8Array(source as ArrayBuffer)];

describe('a new passkey', () => {
  test('is created for this account and host, discoverable, and after the browser verified the user', async () => {
    const authenticator = installFakeAuthenticator();
    const result = await createPasskey(challenge);
    expect(result).toEqual({
      ok: true,
      data: {
        attestation: {
          id: NEW_ID,
          clientDataJSON: 'Y3JlYXRlZA',
          attestationObject: 'YXR0ZXN0ZWQ',
          transports: ['internal', 'hybrid'],
        },
        hasPrf: true,
      },
    });
    const [options] = authenticator.created;
    expect(bytesOf(options?.challenge)).toEqual([1, 2, 250]);
    expect(options).toMatchObject({
      rp: { id: 'kax.test', name: 'Kax' },
      user: { name: 'alice@kax.test', displayName: 'Alice Moreau' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      extensions: { prf: {} },
    });
    expect(options?.excludeCredentials).toHaveLength(1);
  });

  test('says when its authenticator derives no secrets', async () => {
    installFakeAuthenticator().hasPrf = false;
    expect(await createPasskey(challenge)).toMatchObject({ ok: true, data: { hasPrf: false } });
  });

  test.each([
    ['NotAllowedError', 'cancelled'],
    ['AbortError', 'cancelled'],
    ['InvalidStateError', 'exists'],
    ['NotSupportedError', 'unsupported'],
    ['ConstraintError', 'unsupported'],
    ['SecurityError', 'failed'],
  ])('a %s of the browser is %s, not an exception', async (name, reason) => {
    installFakeAuthenticator().createFails = name;
    expect(await createPasskey(challenge)).toEqual({ ok: false, reason });
  });
});

describe('the use of a passkey', () => {
  test('returns the assertion, and no secret when none was requested', async () => {
    const authenticator = installFakeAuthenticator();
    authenticator.hasPrf = false;
    expect(await requestAssertion(use)).toEqual({
      ok: true,
      data: {
        assertion: {
          id: NEW_ID,
          clientDataJSON: 'dXNlZA',
          authenticatorData: 'ZGF0YQ',
          signature: 'c2lnbmVk',
        },
        secret: null,
      },
    });
    expect(authenticator.used[0]?.extensions).toBeUndefined();
    expect(authenticator.used[0]?.userVerification).toBe('required');
  });

  test('derives the secret from the salt: 32 bytes, whatever the buffer around them', async () => {
    const authenticator = installFakeAuthenticator();
    const result = await requestAssertion({ ...use, prfSalt: 'AQL6' });
    expect(result).toMatchObject({ ok: true, data: { secret: SECRET } });
    expect(SECRET).toHaveLength(43);
    expect(bytesOf(authenticator.used[0]?.extensions?.prf?.eval?.first)).toEqual([1, 2, 250]);
  });

  test('ends as cancelled when the user closes the prompt', async () => {
    installFakeAuthenticator().useFails = 'NotAllowedError';
    expect(await requestAssertion(use)).toEqual({ ok: false, reason: 'cancelled' });
  });
});

test('without passkeys, or on an insecure page, nothing is asked of the browser', async () => {
  const authenticator = installFakeAuthenticator();
  vi.stubGlobal('isSecureContext', false);
  expect(isPasskeySupported()).toBe(false);
  expect(await createPasskey(challenge)).toEqual({ ok: false, reason: 'unsupported' });
  expect(authenticator.created).toHaveLength(0);
});
