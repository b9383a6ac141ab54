import { randomUUID } from 'node:crypto';
import type { DeviceKey, SignedRequest } from '../../../scripts/check-security/device-key.ts';
import { newPhone, type TestServer } from './server.test-setup.ts';

const MINUTE_MS = 60_000;

/** What a device has after a sign-in. */
export interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

export const PASSWORD = 'Piggy!Bank7';
export const NEW_PASSWORD = 'Tortoise#Shell9';
/** A public address. */
export const LONDON = '81.2.69.142';
export const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** Where a sign-in comes from. */
interface SignInHow {
  readonly userAgent?: string;
  readonly ip?: string;
  readonly device?: DeviceKey;
}

/** The calls of a signed-in user to a test server, and what they leave behind. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;

export function createSessionCalls(server: TestServer) {
  async function signIn(how: SignInHow = {}): Promise<Pair> {
    const response = await login({ password: PASSWORD, ...how });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  }

  async function signInAsBob(): Promise<Pair> {
    const email = `${randomUUID()}@kax.test`;
    await server.createUser({ name: 'Bob Stone', email, phone: newPhone(), password: PASSWORD });
    return (await login({ email, password: PASSWORD })).json();
  }

  function login(how: SignInHow & { email?: string; password: string }) {
    const { email = server.user.email, userAgent = CHROME_ON_WINDOWS, ip = '203.0.113.9' } = how;
    const payload = JSON.stringify({ email, password: how.password });
    const request = { method: 'POST', url: '/api/auth/login' } as const;
    return server.app.inject({
      ...request,
      payload,
      headers: {
        'user-agent': userAgent,
        'content-type': 'application/json',
        ...proofOf(how.device, { ...request, body: payload }),
      },
      remoteAddress: ip,
    });
  }

  /** The header of a device with a key, signed at the time of the server. */
  function proofOf(
    device: DeviceKey | undefined,
    request: Omit<SignedRequest, 'at'>,
  ): Record<string, string> {
    return device === undefined ? {} : { dpop: device.prove({ ...request, at: server.now() }) };
  }

  function refresh({ refresh_token }: Pair, how: { ip?: string; device?: DeviceKey } = {}) {
    const payload = JSON.stringify({ refresh_token });
    const request = { method: 'POST', url: '/api/auth/refresh' } as const;
    return server.app.inject({
      ...request,
      payload,
      headers: {
        'content-type': 'application/json',
        ...proofOf(how.device, { ...request, body: payload }),
      },
      remoteAddress: how.ip ?? '203.0.113.9',
    });
  }

  /** Keeps a session alive for so many minutes without its user: the page refreshes automatically. */
  async function refreshedUntil(pair: Pair, minutes: number): Promise<Pair> {
    let current = pair;
    for (let past = 0; past < minutes; past += 1) {
      server.later(MINUTE_MS);
      if (past % 9 === 8) current = (await refresh(current)).json();
    }
    return current;
  }

  function get(url: string, { access_token }: Pair, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${access_token}`;
    return server.app.inject({ method: 'GET', url, headers: { authorization, ...headers } });
  }

  /** A request of a device that signs it, or of a program that cannot. */
  function getSigned(url: string, pair: Pair, device: DeviceKey | undefined) {
    return get(url, pair, proofOf(device, { method: 'GET', url, token: pair.access_token }));
  }

  function remove(url: string, { access_token }: Pair) {
    const authorization = `Bearer ${access_token}`;
    return server.app.inject({ method: 'DELETE', url, headers: { authorization } });
  }

  function post(url: string, { access_token }: Pair, payload: object) {
    const authorization = `Bearer ${access_token}`;
    return server.app.inject({ method: 'POST', url, payload, headers: { authorization } });
  }

  function list(pair: Pair) {
    return get('/api/auth/user-sessions', pair);
  }

  /** @returns the status of a call that needs a session */
  async function use(pair: Pair, headers: Record<string, string> = {}): Promise<number> {
    return (await get('/api/wallet/operations', pair, headers)).statusCode;
  }

  /** @returns the status of a call that needs a session, signed by this device */
  async function useSigned(pair: Pair, device: DeviceKey | undefined): Promise<number> {
    return (await getSigned('/api/wallet/operations', pair, device)).statusCode;
  }

  async function otherId(current: Pair): Promise<string> {
    const { sessions } = (await list(current)).json();
    return sessions.find((session: { isCurrent: boolean }) => !session.isCurrent).id;
  }

  async function terminateOther(_other: Pair, current: Pair) {
    return remove(`/api/auth/terminate-session/${await otherId(current)}`, current);
  }

  function changePassword(pair: Pair) {
    return post('/api/auth/change-password', pair, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
  }

  function exportKeys(pair: Pair, what: 'phrase' | 'private-key' | 'file') {
    return post('/api/wallet/export-keys', pair, { password: PASSWORD, what });
  }

  async function countWrapsOf(sessionId: string): Promise<number> {
    const { rows } = await server.database.pool.query(
      'select 1 from session_tokens where session_id = $1',
      [sessionId],
    );
    return rows.length;
  }

  async function audited(event: string): Promise<number> {
    const { rows } = await server.database.pool.query(
      'select 1 from audit_events where event = $1',
      [event],
    );
    return rows.length;
  }

  async function notices(
    topic: string,
  ): Promise<readonly { channel: string; recipient: string; content: Record<string, string> }[]> {
    const { rows } = await server.database.pool.query(
      'select channel, recipient, content from outbox where topic = $1 order by id',
      [topic],
    );
    return rows;
  }

  return {
    signIn,
    signInAsBob,
    login,
    refresh,
    refreshedUntil,
    get,
    getSigned,
    useSigned,
    proofOf,
    remove,
    post,
    list,
    use,
    otherId,
    terminateOther,
    changePassword,
    exportKeys,
    countWrapsOf,
    audited,
    notices,
  };
}
