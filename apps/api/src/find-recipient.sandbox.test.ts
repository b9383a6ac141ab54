import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCodeRequests, DAY_MS, HOUR_MS, newEmail } from './code-requests.test-setup.ts';
import { createTestServer, newPhone, type TestServer, type TestUser } from './server.test-setup.ts';

let server: TestServer;
let alice: string;
let bob: TestUser;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  bob = { name: 'Bob Stone', email: newEmail(), phone: newPhone(), password: 'Piggy!Bank7' };
  await server.createUser(bob);
  alice = (await server.signIn()).access_token;
});

/** Each from an address of its own, unless it is given: those have limits too. */
function post(path: string, payload: object, { token = alice, ip = nextAddress() } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const request = { method: 'POST', url: `/api/${path}`, payload, headers } as const;
  return server.app.inject({ ...request, remoteAddress: ip });
}

function nextAddress() {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

const search = (emailOrPhone: string, from = {}) =>
  post('wallet/find-recipient', { emailOrPhone }, from);

async function tokenOf({ email, password }: Pick<TestUser, 'email' | 'password'>) {
  const response = await post('auth/login', { email, password });
  return response.json().access_token as string;
}

async function isDiscoverable(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await server.app.inject({ url: '/api/auth/discoverability', headers });
  return response.json().data.isDiscoverable;
}

/** Bob, or another one who is signed in. */
async function set(isOn: boolean, token?: string) {
  const response = await post(
    'auth/discoverability',
    { isDiscoverable: isOn },
    { token: token ?? (await tokenOf(bob)) },
  );
  expect(response.json()).toEqual({ data: { isDiscoverable: isOn } });
}

async function walletOf({ email }: Pick<TestUser, 'email'>) {
  const { rows } = await server.database.pool.query(
    `select public_address as "publicAddress", private_address as "privateAddress" from wallets
     where user_id = (select id from users where email = $1)`,
    [email],
  );
  return rows[0];
}

describe('whoever has an account since this version', () => {
  it('is found by the whole email or phone, with their name and both addresses', async () => {
    const found = { name: 'Bob Stone', ...(await walletOf(bob)) };
    const byEmail = await search(bob.email.toUpperCase());
    expect(byEmail.json()).toEqual({ data: { ...found, emailOrPhone: bob.email } });
    const byPhone = await search(bob.phone.replace('+1415', '(415) '));
    expect(byPhone.json()).toEqual({ data: { ...found, emailOrPhone: bob.phone } });
  });

  it('is not found by a part, or by someone else’s', async () => {
    for (const text of [bob.email.slice(1), `x${bob.email}`, newPhone(), newEmail()]) {
      expect((await search(text)).json(), text).toEqual({ data: null });
    }
  });

  it('can be found as soon as both codes of their registration were entered, and not before', async () => {
    const requests = createCodeRequests(server);
    const dora = { email: newEmail(), phone: newPhone() };
    const { registrationToken } = (await requests.register(dora, { ip: '10.1.1.1' })).json();
    expect((await search(dora.email)).json()).toEqual({ data: null });
    const body = { email: dora.email, registrationToken, ...(await requests.codesOf(dora)) };
    const verified = await requests.post('verify-otps', body, { ip: '10.1.1.1' });
    expect(await isDiscoverable(verified.json().access_token)).toBe(true);
    expect((await search(dora.phone)).json()).toMatchObject({ data: { name: 'Dora Silva' } });
  });

  it('turns it off and on again', async () => {
    const token = await tokenOf(bob);
    await set(false, token);
    expect(await isDiscoverable(token)).toBe(false);
    expect((await search(bob.email)).json()).toEqual({ data: null });
    // Within the same millisecond, too.
    await set(true, token);
    expect(await isDiscoverable(token)).toBe(true);
    expect((await search(bob.email)).json()).toMatchObject({ data: { name: 'Bob Stone' } });
  });

  it('is found after a change by a process whose clock is behind', async () => {
    await set(false);
    server.later(-30_000);
    await set(true);
    expect((await search(bob.email)).json()).toMatchObject({ data: { name: 'Bob Stone' } });
  });
});

it('whoever had an account before is not found until they turn it on', async () => {
  await server.database.pool.query('delete from discoverability');
  expect(await isDiscoverable(await tokenOf(bob))).toBe(false);
  expect((await search(bob.email)).json()).toEqual({ data: null });
  await set(true);
  expect((await search(bob.email)).json()).toMatchObject({ data: { name: 'Bob Stone' } });
});

it('an account that its owner froze is still found: a freeze stops what leaves', async () => {
  const frozen = await post('auth/freeze', {}, { token: await tokenOf(bob) });
  expect(frozen.statusCode).toBe(200);
  expect((await search(bob.email)).json()).toMatchObject({ data: { name: 'Bob Stone' } });
});

it('one’s own email and phone are refused', async () => {
  for (const own of [server.user.email, server.user.phone]) {
    const response = await search(own);
    expect(response.json()).toMatchObject({ code: 'recipient-is-sender' });
  }
});

describe('silence', () => {
  /** All that a client sees but the date and the ID of the request. */
  async function responseTo(emailOrPhone: string) {
    const { statusCode, headers, body } = await search(emailOrPhone);
    const { date, 'x-request-id': id, ...rest } = headers;
    return { statusCode, headers: rest, body };
  }

  it.each(['email', 'phone'] as const)(
    'no account, one that can’t be found and one that was changed respond byte by byte the same to a search by %s',
    async (channel) => {
      const unknown = await responseTo(channel === 'email' ? newEmail() : newPhone());
      await set(false);
      expect(await responseTo(bob[channel])).toEqual(unknown);
      await set(true);
      await server.database.pool.query('update users set signature = $2 where email = $1', [
        ...[bob.email, Buffer.alloc(64)],
      ]);
      expect(await responseTo(bob[channel])).toEqual(unknown);
    },
  );

  it.each(['email', 'phone'] as const)(
    'they run the same statements in the same order when searched for by %s',
    async (channel) => {
      const statementsOf = async (emailOrPhone: string) => {
        const query = vi.spyOn(server.database.pool, 'query');
        try {
          await search(emailOrPhone);
          return query.mock.calls.map(([statement]) => statement);
        } finally {
          query.mockRestore();
        }
      };
      await set(false);
      // The session's first request stores that it was used.
      await search(newEmail());
      const ofUnknown = await statementsOf(channel === 'email' ? newEmail() : newPhone());
      expect(ofUnknown.length).toBeGreaterThan(3);
      expect(await statementsOf(bob[channel])).toEqual(ofUnknown);
    },
  );
});

describe('searches are limited, whatever they find', () => {
  async function searchTimes(times: number, from = {}) {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const emailOrPhone = time % 2 === 0 ? bob.email : newEmail();
      statuses.push((await search(emailOrPhone, from)).statusCode);
    }
    return statuses.filter((status) => status === 200).length;
  }

  it('to 30 in an hour and 100 in a day for a user, from however many addresses', async () => {
    let token = alice;
    const found: number[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      found.push(await searchTimes(32, { token }));
      server.later(HOUR_MS + 1_000);
      // The session ended meanwhile.
      token = (await server.signIn()).access_token;
    }
    expect(found).toEqual([30, 30, 30, 10, 0]);
    const refused = await search(bob.email, { token });
    expect(refused.json()).toMatchObject({ code: 'too-many-requests' });
    expect(refused.json().error).toMatch(/^You’ve searched too often\. Try again in \d+ hours\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY_MS / 2_000);
    server.later(DAY_MS);
    expect(await searchTimes(1, { token: (await server.signIn()).access_token })).toBe(1);
  });

  it('to 120 in an hour for an address, however many users search from it', async () => {
    const ip = '203.0.113.200';
    let found = await searchTimes(30, { ip });
    for (let user = 0; user < 4; user += 1) {
      const other = { ...bob, email: newEmail(), phone: newPhone() };
      await server.createUser(other);
      found += await searchTimes(30, { ip, token: await tokenOf(other) });
    }
    expect(found).toBe(120);
  });
});
