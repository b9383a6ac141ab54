import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { newToken } from './jwt.ts';

/** The credentials of the customer. */
export interface RampCredentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** The only customer of the stand-in, with their access token: a new one replaces the previous one. */
export interface Partner {
  readonly credentials: RampCredentials;
  isSecret(text: string | undefined): boolean;
  isToken(text: string | undefined): boolean;
  /** The token that webhooks are signed with; null before the first. */
  token(): string | null;
  issue(): Promise<{ readonly accessToken: string; readonly expiresAt: number }>;
}

const VALID_SECONDS = 7 * 24 * 3600;

/** Opens the customer of a data directory; the token is stored in `file`. */
export async function openPartner(secretOf: string, file: string): Promise<Partner> {
  const credentials = credentialsOf(secretOf);
  let current = await readFile(file, 'utf8').catch(() => null);
  return {
    credentials,
    isSecret: (text) => isSame(text, credentials.apiSecret),
    isToken: (text) => current !== null && isSame(text, current),
    token: () => current,
    async issue() {
      const expiresAt = Math.floor(Date.now() / 1000) + VALID_SECONDS;
      const accessToken = newToken(credentials.apiSecret, expiresAt);
      await writeFile(`${file}.new`, accessToken, { mode: 0o600 });
      await rename(`${file}.new`, file);
      current = accessToken;
      return { accessToken, expiresAt };
    },
  };
}

function credentialsOf(secretOf: string): RampCredentials {
  const digest = (purpose: string) =>
    createHash('sha256').update(`ramp ${purpose} ${secretOf}`).digest('hex').slice(0, 32);
  return { apiKey: digest('key'), apiSecret: digest('secret') };
}

function isSame(text: string | undefined, expected: string): boolean {
  const [one, other] = [text ?? '', expected].map((each) =>
    createHash('sha256').update(each).digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
