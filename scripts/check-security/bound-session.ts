import type { ApiClient, Reply } from './api-client.ts';
import type { AttackContext, Victim } from './attack-context.ts';
import { createDeviceKey, type DeviceKey } from './device-key.ts';

/** A session that is bound to a device, as its owner has it. */
export interface BoundSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Signed by this device. */
  read(path: string): Promise<Reply>;
  /** Exchanges the refresh token that the owner has now, which becomes the next one. */
  refresh(): Promise<Reply>;
}

/** Signs a victim in as a browser does that has a key. */
export async function signInBound(
  { newClient }: Pick<AttackContext, 'newClient'>,
  { email, password }: Pick<Victim, 'email' | 'password'>,
): Promise<BoundSession> {
  const client = newClient();
  const device = createDeviceKey();
  const from = { client, device };
  const signedIn = await postSigned(from, '/auth/login', { email, password });
  let pair = pairIn(signedIn);
  return {
    get accessToken() {
      return pair.access_token;
    },
    get refreshToken() {
      return pair.refresh_token;
    },
    read(path) {
      const token = pair.access_token;
      const dpop = device.prove({ method: 'GET', url: `/api${path}`, token });
      return client.request('GET', path, { token, headers: { dpop } });
    },
    async refresh() {
      const body = { refresh_token: pair.refresh_token };
      const reply = await postSigned(from, '/auth/refresh', body);
      if (reply.status === 200) pair = pairIn(reply);
      return reply;
    },
  };
}

/** A call without a session, signed by this device. */
export function postSigned(
  { client, device }: { readonly client: ApiClient; readonly device: DeviceKey },
  path: string,
  content: object,
): Promise<Reply> {
  const body = JSON.stringify(content);
  const dpop = device.prove({ method: 'POST', url: `/api${path}`, body });
  return client.request('POST', path, { body, headers: { dpop } });
}

function pairIn({ status, content }: Reply): { access_token: string; refresh_token: string } {
  if (status !== 200) throw new Error(`A sign-in returned ${status}: ${JSON.stringify(content)}`);
  return content as { access_token: string; refresh_token: string };
}
