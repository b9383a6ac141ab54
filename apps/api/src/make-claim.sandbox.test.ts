import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildNetwork, USDC } from '#testing/network';
import { newEmail } from './code-requests.test-setup.ts';
import { createTestServer, newPhone, type TestServer, type TestUser } from './server.test-setup.ts';
import { createScriptedChain } from './simulator/scripted-chain.ts';

const NETWORK = buildNetwork();
const SAMPLES = 200;
/** Only the sender has money: wallets of claims are new. */
let rich = '';
const CHAIN = createScriptedChain({
  balances: async (owner, tokens) => ({
    blockNumber: 100n,
    units: tokens.map(() => toBaseUnits(owner === rich ? 10n ** 24n : 0n)),
  }),
});

let server: TestServer;
let token: string;
let bob: TestUser;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer({
    chain: {
      ...{ networks: [NETWORK], poolChainIds: [] },
      chains: new Map([[NETWORK.chainId, CHAIN]]),
    },
  });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await server.database.pool.query('truncate operations, chain_accounts cascade');
  bob = { name: 'Bob Stone', email: newEmail(), phone: newPhone(), password: 'Piggy!Bank7' };
  await server.createUser(bob);
  token = (await server.signIn()).access_token;
  const { rows } = await server.database.pool.query(
    'select public_address from wallets where user_id = (select id from users where email = $1)',
    [server.user.email],
  );
  rich = rows[0].public_address;
});

function post(path: string, payload: object, bearer = token) {
  addresses += 1;
  return server.app.inject({
    ...{ method: 'POST', url: `/api/${path}`, payload },
    headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID() },
    remoteAddress: `198.18.${addresses >> 8}.${addresses & 255}`,
  });
}

const make = (emailOrPhone: string) =>
  post('wallet/claims', { tokenId: USDC.id, amount: '1', emailOrPhone, message: '' });

async function setDiscoverable(isDiscoverable: boolean) {
  const { email, password } = bob;
  const { access_token: own } = (await post('auth/login', { email, password })).json();
  const response = await post('auth/discoverability', { isDiscoverable }, own);
  expect(response.statusCode, response.body).toBe(200);
}

/** Before each, what was counted and made is forgotten. */
async function fresh() {
  await server.database.pool.query(
    'truncate rate_limits, claims, operations, chain_accounts cascade',
  );
  server.restart();
}

/** All that a client sees but what differs between two payments to the same recipient. */
async function responseTo(recipient: string) {
  await fresh();
  const { statusCode, headers, body } = await make(recipient);
  const { date, 'x-request-id': id, 'content-length': length, ...rest } = headers;
  const shape = body
    .replaceAll(recipient, '')
    .replaceAll(/0x[0-9a-fA-F]+|[0-9a-f-]{36}|"code":"[^"]*"|\d{4}-[\dT:.-]+Z/g, '');
  return { statusCode, headers: rest, shape };
}

async function statementsOf(recipient: string): Promise<readonly unknown[]> {
  await fresh();
  const query = vi.spyOn(server.database.pool, 'query');
  try {
    expect((await make(recipient)).statusCode).toBe(200);
    return query.mock.calls.map(([statement]) => statement);
  } finally {
    query.mockRestore();
  }
}

describe('a payment by link says nothing about whether its recipient has an account', () => {
  it.each(['email', 'phone'] as const)(
    'no account, one that can’t be found and one that can respond alike to one by %s',
    async (channel) => {
      const unknown = await responseTo(channel === 'email' ? newEmail() : newPhone());
      expect(unknown.statusCode).toBe(200);
      await setDiscoverable(true);
      expect(await responseTo(bob[channel])).toEqual(unknown);
      await setDiscoverable(false);
      expect(await responseTo(bob[channel])).toEqual(unknown);
    },
  );

  it(`they run the same statements in the same order, ${SAMPLES} times`, async () => {
    await setDiscoverable(false);
    // The session's first request stores that it was used.
    await make(newEmail());
    const [ofEmail, ofPhone] = [await statementsOf(newEmail()), await statementsOf(newPhone())];
    expect(ofEmail.length).toBeGreaterThan(5);
    expect(ofPhone).toEqual(ofEmail);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      if (sample === SAMPLES / 2) await setDiscoverable(true);
      const recipients = [bob.email, newEmail(), bob.phone, newPhone()];
      const recipient = recipients[sample % recipients.length] ?? bob.email;
      expect(await statementsOf(recipient), `sample ${sample}`).toEqual(ofEmail);
    }
  });
});
