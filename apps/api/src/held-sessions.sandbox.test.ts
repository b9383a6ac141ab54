import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SoftwarePasskey } from '#testing/software-passkey';
import { approvalOf } from '#testing/software-passkey';
import {
  appCode,
  createFactorCalls,
  type FactorCalls,
  newPasskey,
} from './factor-calls.test-setup.ts';
import { createTestServer, RULES, type TestServer } from './server.test-setup.ts';
import {
  createSessionCalls,
  PASSWORD,
  type Pair,
  type SessionCalls,
} from './session-calls.test-setup.ts';

const HOUR_MS = 60 * 60_000;
const EXPORT = '/wallet/export-keys';
const phrase = { password: PASSWORD, what: 'phrase' };
let server: TestServer;
let calls: SessionCalls;
let factors: FactorCalls;
let thief: Pair;

beforeAll(async () => {
  server = await createTestServer({ rules: RULES });
  calls = createSessionCalls(server);
  factors = createFactorCalls(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  // A program that no one signed in with before.
  thief = await calls.signIn();
});

const exported = async (pair: Pair, approval?: string) => {
  const response = await factors.post(EXPORT, pair, phrase, approval);
  return response.statusCode === 200 ? 'done' : response.json();
};

/** @returns the session after an hour in which its user was there */
async function used(pair: Pair): Promise<Pair> {
  let current = pair;
  for (let past = 0; past < HOUR_MS; past += 5 * 60_000) {
    server.later(5 * 60_000);
    await calls.use(current);
    current = (await calls.refresh(current)).json();
  }
  return current;
}

async function approved(pair: Pair, passkey: SoftwarePasskey): Promise<unknown> {
  const { id, challenge } = await factors.needApproval(EXPORT, pair, phrase);
  return exported(pair, approvalOf(id, passkey.assert(challenge)));
}

it('a new device exports no keys in its first hour, with the right password', async () => {
  expect(await exported(thief)).toMatchObject({ code: 'export-locked', retryAfter: 3_600 });
  expect(await calls.audited('export-refused')).toBe(1);
  server.later(HOUR_MS - 1_000);
  expect(await exported(await calls.signIn())).toMatchObject({ code: 'export-locked' });
  expect(await calls.audited('keys-exported')).toBe(0);
});

it('and adds no first second factor, which would keep the owner out', async () => {
  const held = { code: 'held-new-device', retryAfter: 3_600 };
  for (const begin of ['/auth/passkeys/challenge', '/auth/authenticator-app/secret']) {
    expect((await factors.post(begin, thief, {})).json()).toMatchObject(held);
  }
  // Nor with what another session began.
  const { secret, token } = (
    await factors.post('/auth/authenticator-app/secret', await used(thief), {})
  ).json();
  const device = await calls.signIn();
  const body = { password: PASSWORD, token, code: appCode(secret, server.now()) };
  const added = await factors.post('/auth/authenticator-app', device, body);
  expect(added.json()).toMatchObject(held);
  expect(await factors.settings(device)).toMatchObject({ passkeys: [], app: null });
  expect(await calls.audited('app-added')).toBe(0);
});

it('both are possible an hour later', async () => {
  const session = await used(thief);
  expect((await factors.addPasskey(session)).statusCode).toBe(200);
  expect(await approved(session, newPasskey())).toMatchObject({ code: 'approval-not-valid' });
});

it('a passkey from before the device lets it export; an app and one of the device do not', async () => {
  const owner = await used(thief);
  const { response } = await factors.addApp(owner);
  expect(response.statusCode).toBe(200);
  const device = await calls.signIn();
  expect(await exported(device)).toMatchObject({ code: 'export-locked' });
  const before = newPasskey();
  const approve = (id: string) => `${id}.recovery-code.${response.json().recoveryCodes[0]}`;
  const added = await factors.addPasskey(owner, {
    passkey: before,
    approve: ({ id }) => approve(id),
  });
  expect(added.statusCode).toBe(200);
  // It is newer than the device.
  expect(await exported(device)).toMatchObject({ code: 'export-locked' });
  server.later(1_000);
  const later = await calls.signIn();
  expect(await approved(later, before)).toBe('done');
});
