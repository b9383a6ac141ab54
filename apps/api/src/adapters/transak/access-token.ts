import type { Clock } from '../../ports/clock.ts';
import type { RampAccess } from '../../ports/ramp-access.ts';
import type { SendRequest } from './request.ts';
import { issuedToken } from './shapes.ts';

export interface AccessTokenOptions {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly access: RampAccess;
  readonly request: SendRequest;
  readonly clock: Clock;
}

/** The partner's access token, requested once and shared. */
export interface AccessToken {
  /** @param refused the token that the partner no longer accepts */
  get(refused: string | null, ip: string): Promise<string>;
}

/** A token is renewed this long before it ends. */
const EARLY_MS = 60 * 60_000;
const LEASE_MS = 15_000;
const LOOK_EVERY_MS = 200;

/**
 * Shares one token within this process, and through `access` with the other processes: a new one
 * would end theirs.
 */
export function createAccessToken(options: AccessTokenOptions): AccessToken {
  const { access, clock } = options;
  let known: { readonly token: string; readonly expiresAt: Date } | null = null;
  let pending: Promise<string> | null = null;
  return {
    async get(refused, ip) {
      if (known !== null && isGood(known, refused)) return known.token;
      pending ??= find(refused, ip).finally(() => {
        pending = null;
      });
      return pending;
    },
  };

  async function find(refused: string | null, ip: string): Promise<string> {
    const deadline = clock.now().getTime() + LEASE_MS;
    for (;;) {
      const now = clock.now();
      const stored = await readGood(refused);
      if (stored !== null) return stored;
      if (await access.lease(now, LEASE_MS)) {
        // Between the look and the lease another process may have stored one, which a new one would end.
        return (await readGood(refused)) ?? issue(ip);
      }
      if (now.getTime() > deadline) throw new Error('Another process did not get a new token.');
      await clock.sleep(LOOK_EVERY_MS);
    }
  }

  async function readGood(refused: string | null): Promise<string | null> {
    const stored = await access.read(clock.now());
    const token = stored && { token: stored.current, expiresAt: stored.expiresAt };
    if (token === null || !isGood(token, refused)) return null;
    known = token;
    return token.token;
  }

  async function issue(ip: string): Promise<string> {
    const { apiUrl, apiKey, apiSecret, request } = options;
    const { data } = await request(
      {
        method: 'POST',
        url: `${apiUrl}/partners/api/v2/refresh-token`,
        headers: { 'api-secret': apiSecret, 'x-api-key': apiKey, 'x-user-ip': ip },
        body: { apiKey },
      },
      issuedToken,
    );
    const expiresAt = new Date(Number.parseInt(data.expiresAt, 10) * 1_000);
    await access.save(data.accessToken, expiresAt, clock.now());
    known = { token: data.accessToken, expiresAt };
    return data.accessToken;
  }

  function isGood(
    { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
    refused: string | null,
  ): boolean {
    return token !== refused && expiresAt.getTime() - clock.now().getTime() > EARLY_MS;
  }
}
