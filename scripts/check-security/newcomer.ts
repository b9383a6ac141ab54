import { randomUUID } from 'node:crypto';
import type { Product } from '../product/start-product.ts';
import { codesTo } from './mailbox.ts';

/** A user registered through the API, with everything about them that must not leak. */
export interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly codes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Variables of a product with one proxy and codes for everyone who registers. */
export const FOR_MANY_NEWCOMERS = {
  TRUSTED_PROXIES: '1',
  SMS_PER_DAY: '1000000',
  SMS_AT_ONCE_PER_HOUR: '1000000',
  FREE_CODE_REQUESTS_PER_HOUR: '1000000',
} as const;

let users = 0;

/** Registers a user and verifies both codes, from a separate address. */
export async function registerNewcomer(product: Product): Promise<Newcomer> {
  users += 1;
  const name = `User Number${users}`;
  const email = `p${users}-${randomUUID().slice(0, 8)}@kax.test`;
  const phone = `+35191${String(1_000_000 + users)}`;
  const password = `Canary!${randomUUID().slice(0, 8)}aA7`;
  const begun = await post(product, '/auth/register', { name, email, phone, password });
  const { registrationToken } = begun as { registrationToken: string };
  const codes = await codesTo(product, email, phone);
  const [emailOTP, phoneOTP] = codes;
  const verified = (await post(product, '/auth/verify-otps', {
    email,
    emailOTP,
    phoneOTP,
    registrationToken,
  })) as { access_token: string; refresh_token: string };
  const { access_token: accessToken, refresh_token: refreshToken } = verified;
  return { name, email, phone, password, codes, accessToken, refreshToken };
}

let addresses = 0;

/** A new address each time, for a product that trusts one proxy. */
export function forwardedFor(): Record<string, string> {
  addresses += 1;
  const parts = [(addresses >> 16) & 255, (addresses >> 8) & 255, addresses & 255];
  return { 'x-forwarded-for': `10.${parts.join('.')}` };
}

/** Makes a call that must succeed. @returns its response */
async function post({ url }: Pick<Product, 'url'>, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...forwardedFor(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
