import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ServerKeys } from './adapters/key-vault/peppers.ts';
import { withNewPepper } from './adapters/key-vault/server-keys.test-setup.ts';
import { countUnderPeppers } from './adapters/postgres/accounts/pepper-uses.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import {
  createSessionCalls,
  NEW_PASSWORD,
  PASSWORD,
  type SessionCalls,
} from './session-calls.test-setup.ts';

let server: TestServer;
let calls: SessionCalls;

beforeAll(async () => {
  server = await createTestServer();
  calls = createSessionCalls(server);
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

function withoutEarlier({ pepper, pepperId }: ServerKeys): ServerKeys {
  return { pepper, pepperId, otherPeppers: new Map() };
}

const statusOf = async (password: string) => (await calls.login({ password })).statusCode;
const records = async () => Object.fromEntries(await countUnderPeppers(server.database));

it('lets a user sign in before and after, and takes their password along', async () => {
  const [before] = Object.keys(await records());
  server.setKeys(withNewPepper);
  expect(await statusOf('Piggy!Bank8')).toBe(401);
  expect(Object.keys(await records())).toEqual([before]);
  expect(await statusOf(PASSWORD)).toBe(200);
  expect(Object.keys(await records())).not.toEqual([before]);
  server.setKeys(withoutEarlier);
  expect(await statusOf('Piggy!Bank8')).toBe(401);
  expect(await statusOf(PASSWORD)).toBe(200);
  const pair = await calls.signIn();
  const changed = await calls.changePassword(pair);
  expect(changed.statusCode).toBe(200);
  expect(await statusOf(NEW_PASSWORD)).toBe(200);
});

it('keeps who is signed in', async () => {
  const pair = await calls.signIn();
  server.setKeys(withNewPepper);
  expect(await calls.use(pair)).toBe(200);
  const next = await calls.refresh(pair);
  expect(next.statusCode).toBe(200);
  // A racing tab gets the same pair, which was sealed for the token of before.
  expect((await calls.refresh(pair)).json()).toMatchObject({
    refresh_token: next.json().refresh_token,
  });
  server.setKeys(withoutEarlier);
  expect((await calls.refresh(next.json())).statusCode).toBe(200);
});

it('lets someone in who signs in twice at once', async () => {
  server.setKeys(withNewPepper);
  const statuses = await Promise.all([1, 2, 3].map(() => statusOf(PASSWORD)));
  expect(statuses).toEqual([200, 200, 200]);
  server.setKeys(withoutEarlier);
  expect(await statusOf(PASSWORD)).toBe(200);
});

it('does not sign in who did not come back before the earlier one was retired', async () => {
  server.setKeys(withNewPepper);
  server.setKeys(withoutEarlier);
  expect(await statusOf(PASSWORD)).toBe(401);
});

it('does not bring a password back that was changed meanwhile', async () => {
  const found = await server.database.pool.query('select * from key_records');
  const earlier = found.rows[0];
  const pair = await calls.signIn();
  expect((await calls.changePassword(pair)).statusCode).toBe(200);
  await server.accounts.setPepper({
    userId: earlier.user_id,
    passwordSalt: earlier.password_salt,
    record: {
      passwordVerifierHash: earlier.password_verifier_hash,
      pepperId: earlier.pepper_id,
      passwordWrap: earlier.password_wrap,
    },
  });
  expect(await statusOf(PASSWORD)).toBe(401);
  expect(await statusOf(NEW_PASSWORD)).toBe(200);
});
