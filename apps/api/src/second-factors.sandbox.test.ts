import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SoftwarePasskey } from '#testing/software-passkey';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import { withNewPepper } from './adapters/key-vault/server-keys.test-setup.ts';
import {
  appCode,
  approving,
  createFactorCalls,
  type FactorCalls,
  newPasskey,
} from './factor-calls.test-setup.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import { createSessionCalls, type Pair, type SessionCalls } from './session-calls.test-setup.ts';

const MINUTE_MS = 60_000;
let server: TestServer;
let calls: SessionCalls;
let factors: FactorCalls;
let owner: Pair;
let passkey: SoftwarePasskey;

beforeAll(async () => {
  server = await createTestServer();
  calls = createSessionCalls(server);
  factors = createFactorCalls(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  owner = await calls.signIn();
  passkey = newPasskey();
});

const codeOf = (response: { json(): { code?: string } }) => response.json().code ?? 'none';

describe('a passkey', () => {
  it('is added with the password, comes with recovery codes, and its owner is notified', async () => {
    const added = await factors.addPasskey(owner, { passkey, name: '  My   laptop ' });
    expect(added.statusCode).toBe(200);
    const { recoveryCodes, passkey: shown } = added.json();
    expect(recoveryCodes).toHaveLength(10);
    expect(shown).toMatchObject({ id: passkey.id, name: 'My laptop', canSignIn: true });
    expect(await factors.settings(owner)).toMatchObject({
      passkeys: [{ id: passkey.id, lastUsedAt: null, isSynced: false }],
      app: null,
      recoveryCodesLeft: 10,
      reminder: null,
    });
    expect(await calls.notices('factor-added')).toMatchObject([
      { channel: 'email', recipient: server.user.email },
      { channel: 'sms', recipient: server.user.phone },
    ]);
    expect(await calls.audited('passkey-added')).toBe(1);
  });

  it('is not added with a wrong password, or with what another session began', async () => {
    const wrong = await factors.addPasskey(owner, { passkey, password: 'Wrong!Bank7' });
    expect(codeOf(wrong)).toBe('password-wrong');
    const other = await calls.signIn();
    const body = await factors.passkeyBody(owner, { passkey });
    expect(codeOf(await factors.post('/auth/passkeys', other, body))).toBe('passkey-not-valid');
    const bob = await calls.signInAsBob();
    expect(codeOf(await factors.post('/auth/passkeys', bob, body))).toBe('passkey-not-valid');
    expect(await server.count('passkeys')).toBe(0);
  });

  it('is not added with a challenge that was used, or that is for signing in', async () => {
    const body = await factors.passkeyBody(owner, { passkey });
    const twice = await Promise.all([
      factors.post('/auth/passkeys', owner, body),
      factors.post('/auth/passkeys', owner, body),
    ]);
    expect(twice.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const again = await factors.postApproved('/auth/passkeys', owner, body, approving(passkey));
    expect(codeOf(again)).toBe('passkey-not-valid');
    const { challenge } = await factors.signInChallenge();
    const foreign = newPasskey().attest(challenge);
    const forSignIn = { ...body, attestation: foreign, signIn: null };
    expect(codeOf(await factors.post('/auth/passkeys', owner, forSignIn))).toBe(
      'passkey-not-valid',
    );
    expect((await factors.settings(owner)).passkeys).toHaveLength(1);
  });

  it('that was removed is not added again by repeating what added it', async () => {
    const body = await factors.passkeyBody(owner, { passkey });
    expect((await factors.post('/auth/passkeys', owner, body)).statusCode).toBe(200);
    const removal = `/auth/passkeys/${passkey.id}/remove`;
    await factors.postApproved(removal, owner, {}, approving(passkey));
    expect(codeOf(await factors.post('/auth/passkeys', owner, body))).toBe('passkey-not-valid');
    expect(await server.count('passkeys')).toBe(0);
  });

  it('that is someone else’s already is refused', async () => {
    await factors.addPasskey(owner, { passkey });
    const bob = await calls.signInAsBob();
    expect(codeOf(await factors.addPasskey(bob, { passkey }))).toBe('passkey-not-valid');
    expect((await factors.settings(bob)).passkeys).toEqual([]);
  });

  it('has a visible name, which its owner changes', async () => {
    const invisible = await factors.addPasskey(owner, { passkey, name: ' \u202e ' });
    expect(invisible.json()).toEqual({
      code: 'name-not-valid',
      error: 'Enter a name of up to 50 visible characters.',
    });
    await factors.addPasskey(owner, { passkey });
    const url = `/auth/passkeys/${passkey.id}/rename`;
    const renamed = await factors.post(url, owner, { name: ' Phone ' });
    expect(renamed.json().passkey).toMatchObject({ id: passkey.id, name: 'Phone' });
    expect(codeOf(await factors.post(url, owner, { name: ' ' }))).toBe('name-not-valid');
    const bob = await calls.signInAsBob();
    expect(codeOf(await factors.post(url, bob, { name: 'Mine' }))).toBe('unknown-passkey');
  });

  it('is one of 10 at most', async () => {
    await factors.addPasskey(owner, { passkey });
    for (let more = 1; more < 10; more += 1) {
      const added = await factors.addPasskey(owner, { approve: approving(passkey) });
      expect(added.json().recoveryCodes).toBeNull();
    }
    expect(codeOf(await factors.post('/auth/passkeys/challenge', owner, {}))).toBe(
      'too-many-passkeys',
    );
    expect(await server.count('passkeys')).toBe(10);
  });

  it('is removed with an approval alone, and the last one takes the recovery codes along', async () => {
    const second = newPasskey();
    await factors.addPasskey(owner, { passkey });
    await factors.addPasskey(owner, { passkey: second, approve: approving(passkey) });
    const url = `/auth/passkeys/${passkey.id}/remove`;
    expect(codeOf(await factors.post(url, owner, {}))).toBe('approval-needed');
    const bob = await calls.signInAsBob();
    expect(codeOf(await factors.post(url, bob, {}))).toBe('unknown-passkey');
    const removed = await factors.postApproved(url, owner, {}, approving(second));
    expect(removed.json()).toEqual({ success: true });
    expect(codeOf(await factors.post(url, owner, {}))).toBe('unknown-passkey');
    expect((await factors.settings(owner)).recoveryCodesLeft).toBe(10);
    const last = `/auth/passkeys/${second.id}/remove`;
    await factors.postApproved(last, owner, {}, approving(second));
    expect(await factors.settings(owner)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await server.count('recovery_codes')).toBe(0);
    expect(await calls.notices('factor-removed')).toHaveLength(4);
    expect(await calls.audited('passkey-removed')).toBe(2);
  });
});

describe('signing in with a passkey', () => {
  beforeEach(() => factors.addPasskey(owner, { passkey }));

  it('starts a session that signs and that is bound to its device', async () => {
    const payload = JSON.stringify(await factors.signInBody(passkey));
    const device = createDeviceKey();
    const request = { method: 'POST', url: '/api/auth/passkey-sign-in' } as const;
    const dpop = device.prove({ ...request, body: payload, at: server.now() });
    const headers = { 'content-type': 'application/json', dpop };
    const response = await server.app.inject({ ...request, payload, headers });
    expect(response.statusCode).toBe(200);
    const session: Pair = response.json();
    expect(await calls.useSigned(session, device)).toBe(200);
    expect(await calls.useSigned(session, undefined)).toBe(401);
    expect(await calls.audited('passkey-login')).toBe(1);
    // The first sign-in of the account was on another one.
    expect(await calls.notices('new-device')).toHaveLength(2);
  });

  it('opens the wallet, after the password and the pepper were replaced too', async () => {
    await calls.changePassword(owner);
    server.setKeys(withNewPepper);
    server.setKeys((keys) => ({ ...keys, otherPeppers: new Map() }));
    const session = (await factors.signInWith(await factors.signInBody(passkey))).json();
    const { sessions } = (await calls.list(session)).json();
    const { id: sessionId } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const { user, access_token: accessToken } = session;
    const bearer = { userId: user.id, sessionId, accessToken };
    const signed = await server.vault.withPublicSigner(bearer, async ({ address }) => address);
    expect(signed).toEqual({ ok: true, value: user.wallet.publicWalletAddress });
  });

  it('is refused alike for an unknown passkey, a wrong secret and a wrong signature', async () => {
    const good = await factors.signInBody(passkey);
    const tampered = Buffer.from(good.assertion.signature, 'base64url');
    tampered[12] = (tampered[12] ?? 0) ^ 1;
    const attempts = [
      await factors.signInBody(newPasskey()),
      { ...(await factors.signInBody(passkey)), secret: newPasskey().secretOf('x') },
      { ...good, assertion: { ...good.assertion, signature: tampered.toString('base64url') } },
    ];
    const bodies: string[] = [];
    for (const attempt of attempts) {
      const response = await factors.signInWith(attempt);
      expect(response.statusCode).toBe(401);
      bodies.push(response.body);
    }
    expect(new Set(bodies).size).toBe(1);
    expect(await calls.audited('passkey-refused')).toBe(3);
  });

  it('begins with a challenge for whoever asks, which is another one each time', async () => {
    const begin = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/passkey-sign-in/challenge',
        payload: {},
      });
    const [first, second] = [(await begin()).json(), (await begin()).json()];
    expect(first).toEqual({ ...second, challenge: expect.stringMatching(/^[\w-]{72}$/) });
    expect(first.challenge).not.toBe(second.challenge);
    expect(first.rpId).toBe('localhost');
    const { prfSalt } = (await factors.post('/auth/passkeys/challenge', owner, {})).json();
    expect(first.prfSalt).toBe(prfSalt);
  });

  it('works once for a challenge, within 10 minutes, and not with one for adding', async () => {
    const body = await factors.signInBody(passkey);
    const both = await Promise.all([factors.signInWith(body), factors.signInWith(body)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(codeOf(await factors.signInWith(body))).toBe('passkey-not-valid');
    const { challenge } = (await factors.post('/auth/passkeys/challenge', owner, {})).json();
    const added = { ...body, assertion: passkey.assert(challenge) };
    expect(codeOf(await factors.signInWith(added))).toBe('passkey-not-valid');
    const late = await factors.signInBody(passkey);
    server.later(10 * MINUTE_MS + 1);
    expect(codeOf(await factors.signInWith(late))).toBe('passkey-not-valid');
  });

  it('is impossible with one that only approves, that was removed, or whose count went back', async () => {
    const silent = newPasskey();
    const approve = approving(passkey);
    await factors.addPasskey(owner, { passkey: silent, isForSignIn: false, approve });
    expect(codeOf(await factors.signInWith(await factors.signInBody(silent)))).toBe(
      'passkey-unknown',
    );
    const { challenge, prfSalt } = await factors.signInChallenge();
    const copy = passkey.assert(challenge, { signCount: 1 });
    const cloned = { assertion: copy, secret: passkey.secretOf(prfSalt) };
    expect(codeOf(await factors.signInWith(cloned))).toBe('passkey-unknown');
    await factors.postApproved(`/auth/passkeys/${passkey.id}/remove`, owner, {}, approve);
    expect(codeOf(await factors.signInWith(await factors.signInBody(passkey)))).toBe(
      'passkey-unknown',
    );
  });

  it('is limited for a network that fails, and for no other one', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await factors.signInWith(await factors.signInBody(newPasskey()), '198.51.100.66');
    }
    const more = await factors.signInBody(newPasskey());
    expect(codeOf(await factors.signInWith(more, '198.51.100.67'))).toBe('too-many-requests');
    expect((await factors.signInWith(await factors.signInBody(passkey))).statusCode).toBe(200);
  });
});

describe('an authenticator app', () => {
  it('is added with a code that it shows, and replaced with an approval', async () => {
    const { response, secret } = await factors.addApp(owner);
    expect(response.json().recoveryCodes).toHaveLength(10);
    expect((await factors.settings(owner)).app).toEqual({ createdAt: expect.any(String) });
    const stored = await server.database.pool.query('select secret from authenticator_apps');
    expect(stored.rows[0].secret.toString('latin1')).not.toContain(secret);
    expect(codeOf((await factors.addApp(owner)).response)).toBe('approval-needed');
    server.later(MINUTE_MS);
    const replaced = await factors.addApp(
      owner,
      ({ id }) => `${id}.app.${appCode(secret, server.now())}`,
    );
    expect(replaced.response.statusCode).toBe(200);
    expect(await server.count('authenticator_apps')).toBe(1);
  });

  it('is not added with a wrong code, or with the secret of someone else', async () => {
    const { secret, token } = (
      await factors.post('/auth/authenticator-app/secret', owner, {})
    ).json();
    const code = appCode(secret, server.now());
    const wrong = {
      password: server.user.password,
      token,
      code: code === '000000' ? '1' : '000000',
    };
    expect(codeOf(await factors.post('/auth/authenticator-app', owner, wrong))).toBe(
      'app-code-wrong',
    );
    const bob = await calls.signInAsBob();
    const right = { ...wrong, code };
    expect(codeOf(await factors.post('/auth/authenticator-app', bob, right))).toBe(
      'app-code-wrong',
    );
    server.later(2 * MINUTE_MS);
    expect(codeOf(await factors.post('/auth/authenticator-app', owner, right))).toBe(
      'app-code-wrong',
    );
    server.later(8 * MINUTE_MS + 1);
    const later = await calls.signIn();
    const late = { ...right, code: appCode(secret, server.now()) };
    expect(codeOf(await factors.post('/auth/authenticator-app', later, late))).toBe(
      'app-code-wrong',
    );
    expect(await server.count('authenticator_apps')).toBe(0);
  });

  it('is removed with an approval, and its recovery codes with it', async () => {
    const { secret } = await factors.addApp(owner);
    server.later(MINUTE_MS);
    const approve = ({ id }: { id: string }) => `${id}.app.${appCode(secret, server.now())}`;
    const removed = await factors.postApproved(
      '/auth/authenticator-app/remove',
      owner,
      {},
      approve,
    );
    expect(removed.json()).toEqual({ success: true });
    expect(await factors.settings(owner)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    expect((await factors.post('/auth/authenticator-app/remove', owner, {})).statusCode).toBe(200);
  });
});

it('shows the settings of no one else: GET /auth/security-settings', async () => {
  await factors.addPasskey(owner, { passkey });
  const bob = await calls.signInAsBob();
  expect(await factors.settings(bob)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  const url = '/api/auth/security-settings';
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(401);
});

it('gives recovery codes to no one without a second factor', async () => {
  expect(codeOf(await factors.post('/auth/recovery-codes', owner, {}))).toBe('no-second-factor');
});
