import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceKey, type DeviceKey } from '../../../scripts/check-security/device-key.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import { createSessionCalls, type Pair, type SessionCalls } from './session-calls.test-setup.ts';

const MINUTE_MS = 60_000;
const THIEF = '198.51.100.66';
let server: TestServer;
let calls: SessionCalls;
let device: DeviceKey;

beforeAll(async () => {
  server = await createTestServer();
  calls = createSessionCalls(server);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  device = createDeviceKey();
});

/** What happened to the session, as its owner and whoever runs Kax see it. */
async function seen() {
  return {
    sessions: await server.count('sessions'),
    audited: (await calls.audited('refresh-reused')) + (await calls.audited('device-refused')),
    mails:
      (await calls.notices('session-reused')).length +
      (await calls.notices('session-copied')).length,
  };
}
const THEFT_SHOWN = { sessions: 0, audited: 1, mails: 1 };

const NOTHING_SHOWN = { sessions: 1, audited: 0, mails: 0 };

describe.each([
  ['bound to a device', true],
  ['bound to none', false],
])('a copied refresh token of a session %s', (_name, isBound) => {
  const own = () => (isBound ? { device } : {});
  let owner: Pair;
  beforeEach(async () => {
    owner = await calls.signIn(own());
  });

  it('that a thief exchanges first, leaving the pair unused, shows within three rounds', async () => {
    for (let round = 0; round < 3; round += 1) {
      server.later(9 * MINUTE_MS);
      await calls.refresh(owner, { ip: THIEF });
      server.later(MINUTE_MS);
      const renewed = await calls.refresh(owner, own());
      if (renewed.statusCode === 200) owner = renewed.json();
    }
    expect(await seen()).toEqual(THEFT_SHOWN);
    expect(await calls.useSigned(owner, own().device)).toBe(401);
  });

  it('that a thief exchanges after its owner shows', async () => {
    const next: Pair = (await calls.refresh(owner, own())).json();
    server.later(31_000);
    expect((await calls.refresh(owner, { ip: THIEF })).statusCode).toBe(401);
    expect(await seen()).toEqual(THEFT_SHOWN);
    expect(await calls.useSigned(next, own().device)).toBe(401);
  });

  it('gives its device the same pair again when tabs race', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => calls.refresh(owner, own())),
    );
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await seen()).toEqual(NOTHING_SHOWN);
  });
});

describe('a session that is bound to a device', () => {
  let owner: Pair;
  beforeEach(async () => {
    owner = await calls.signIn({ device });
  });

  it('names the key that has to sign its requests in its tokens, and so do all later ones', async () => {
    const renewed: Pair = (await calls.refresh(owner, { device })).json();
    for (const { access_token, refresh_token } of [owner, renewed]) {
      expect(access_token).toMatch(/^kxa_[\w-]{49}\./);
      expect(refresh_token).toMatch(/^kxr_[\w-]{49}\./);
      expect([access_token.slice(54), refresh_token.slice(54)]).toEqual([
        ...[device.thumbprint, device.thumbprint],
      ]);
    }
    const anyone = await calls.signIn();
    expect(anyone.access_token).toMatch(/^kxa_[\w-]{49}$/);
  });

  it.each(['', 'x', createDeviceKey().thumbprint])(
    'is not entered with its token naming “%s”, and shows nothing of it',
    async (named) => {
      const token = `${owner.access_token.split('.')[0]}${named && `.${named}`}`;
      expect(await calls.useSigned({ ...owner, access_token: token }, undefined)).toBe(401);
      expect(await seen()).toEqual(NOTHING_SHOWN);
    },
  );

  it.each([
    ['no key', undefined],
    ['another key', createDeviceKey()],
  ])('gives a thief who races with its owner nothing, with %s', async (_name, key) => {
    const how = key === undefined ? { ip: THIEF } : { ip: THIEF, device: key };
    const [stolen] = await Promise.all([
      calls.refresh(owner, how),
      calls.refresh(owner, { device }),
    ]);
    expect(stolen.statusCode).toBe(401);
    expect(await seen()).toEqual(THEFT_SHOWN);
  });

  it.each([
    ['no key', undefined],
    ['another key', createDeviceKey()],
  ])(
    'ends when its access token is used with %s, and notifies its owner once',
    async (_name, key) => {
      const attempts = Array.from({ length: 5 }, () => calls.useSigned(owner, key));
      expect(await Promise.all(attempts)).toEqual([401, 401, 401, 401, 401]);
      expect(await seen()).toEqual(THEFT_SHOWN);
      expect(await calls.notices('session-copied')).toMatchObject([
        { channel: 'email', recipient: server.user.email },
      ]);
      expect(await calls.useSigned(owner, device)).toBe(401);
      expect((await calls.refresh(owner, { device })).statusCode).toBe(401);
    },
  );

  it('serves its device, with every kind of call', async () => {
    expect(await calls.useSigned(owner, device)).toBe(200);
    const url = '/api/auth/terminate-other-sessions';
    const headers = {
      authorization: `Bearer ${owner.access_token}`,
      ...calls.proofOf(device, { method: 'DELETE', url, token: owner.access_token }),
    };
    const ended = await server.app.inject({ method: 'DELETE', url, headers });
    expect(ended.json()).toMatchObject({ success: true, terminated: 0 });
    expect(await seen()).toEqual(NOTHING_SHOWN);
  });

  it('does not end because a proof is false or late: only its request is refused', async () => {
    const url = '/api/wallet/operations';
    const prove = (of: string, ms: number) => ({
      dpop: device.prove({
        ...{ method: 'GET', url: of, token: owner.access_token },
        at: new Date(server.now().getTime() + ms),
      }),
    });
    const late = await calls.get(url, owner, prove(url, -120_000));
    expect([late.statusCode, late.json().code]).toEqual([400, 'device-proof-expired']);
    expect(late.headers.date).toBeDefined();
    const moved = await calls.get(url, owner, prove('/api/auth/user-sessions', 0));
    expect([moved.statusCode, moved.json().code]).toEqual([400, 'device-proof-not-valid']);
    expect(await calls.useSigned(owner, device)).toBe(200);
    expect(await seen()).toEqual(NOTHING_SHOWN);
  });

  it('gives the same pair again when its device lost the response, however late', async () => {
    const lost = (await calls.refresh(owner, { device })).json();
    server.later(5 * MINUTE_MS);
    expect((await calls.refresh(owner, { device })).json()).toEqual(lost);
    expect(await seen()).toEqual(NOTHING_SHOWN);
  });

  it('lasts 12 hours, one that is bound to none 2, and the list says which is which', async () => {
    await calls.signIn();
    expect(await lifetimes()).toEqual([2, 12]);
    const { sessions } = (await calls.getSigned('/api/auth/user-sessions', owner, device)).json();
    expect(sessions).toMatchObject([
      { isCurrent: true, isDeviceBound: true },
      { isCurrent: false, isDeviceBound: false },
    ]);
  });

  it('needs the proof for the events too', async () => {
    const response = await calls.getSigned('/api/events', owner, undefined);
    expect(response.statusCode).toBe(401);
    expect(await seen()).toEqual(THEFT_SHOWN);
  });
});

describe('a session that is bound to no device', () => {
  it('serves whoever has its tokens, signed or not', async () => {
    const pair = await calls.signIn();
    expect(await calls.useSigned(pair, undefined)).toBe(200);
    expect(await calls.useSigned(pair, device)).toBe(200);
    expect((await calls.refresh(pair, { device })).statusCode).toBe(200);
    expect(await seen()).toEqual(NOTHING_SHOWN);
  });
});

/** How many hours the sessions last at most, shortest first. */
async function lifetimes(): Promise<readonly number[]> {
  const { rows } = await server.database.pool.query(
    'select extract(epoch from ends_at - created_at)::int / 3600 as hours from sessions order by 1',
  );
  return rows.map(({ hours }) => hours);
}
