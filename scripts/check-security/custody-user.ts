import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { portOffsets } from '#sandbox/start';
import { changePassword as changePasswordCall } from '#wire/auth/change-password';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { refresh } from '#wire/auth/refresh';
import { register } from '#wire/auth/register';
import { resetPassword as resetPasswordCall } from '#wire/auth/reset-password';
import { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { verifyOtps } from '#wire/auth/verify-otps';
import type { ResponseOf } from '#wire/contract';
import { exportKeys as exportKeysCall } from '#wire/wallet/export-keys';
import { sendTokens } from '#wire/wallet/send-tokens';
import type { Product } from '../product/start-product.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type Secret, textSecret } from './secret-finder.ts';

/** A user who uses every feature that touches keys and remembers every secret involved. */
export interface CustodyUser {
  readonly email: string;
  readonly phone: string;
  readonly secrets: Secret[];
  readonly codes: Set<string>;
  readonly client: ApiClient;
  password: string;
  accessToken: string;
  publicAddress: string;
  privateAddress: string;
  phrase: string;
  privateKey: string;
  registrationToken: string;
}

interface Mailbox {
  readonly messages: readonly { readonly Created: string; readonly Snippet: string }[];
}

const CODES_WITHIN_MS = 20_000;
const MONEY_WITHIN_MS = 180_000;

/** @param number makes the email, the phone number and the IP address unique */
export function createCustodyUser({ url }: Product, number: number): CustodyUser {
  return {
    email: `custody-${number}@kax.test`,
    phone: `+1415555${String(2000 + number)}`,
    secrets: [],
    codes: new Set(),
    client: createApiClient(url, `198.18.${number}.7`),
    password: '',
    accessToken: '',
    publicAddress: '',
    privateAddress: '',
    phrase: '',
    privateKey: '',
    registrationToken: '',
  };
}

/** Registers and reads both codes, which stay unused. */
export async function beginRegistration(product: Product, user: CustodyUser): Promise<void> {
  const { email, phone } = user;
  takePassword(user);
  const body = { name: 'Vera Custody', email, phone, password: user.password };
  const since = new Date();
  const { content } = await user.client.call(register, { body });
  user.registrationToken = takeToken(user, content.registrationToken);
  await readCodes(product, user, since);
}

export async function endRegistration(user: CustodyUser): Promise<void> {
  const { email, registrationToken } = user;
  const [emailOTP = '', phoneOTP = ''] = user.codes;
  const body = { email, emailOTP, phoneOTP, registrationToken };
  takeSession(user, (await user.client.call(verifyOtps, { body })).content);
}

/** Signs in on a second device, mistypes the password once, and renews the session. */
export async function signInAgain(user: CustodyUser): Promise<void> {
  const { email, client } = user;
  const wrong = newPassword();
  user.secrets.push(textSecret('password', email, wrong));
  await client.request(login.method, login.path, { body: { email, password: wrong } });
  const signedIn = await client.call(login, { body: { email, password: user.password } });
  const refreshToken = takeSession(user, signedIn.content);
  const renewed = await client.call(refresh, { body: { refresh_token: refreshToken } });
  takeToken(user, renewed.content.refresh_token);
  user.accessToken = takeToken(user, renewed.content.access_token);
}

/** Exports the keys. @returns true when they needed the password, and no cache may keep them */
export async function exportKeys(user: CustodyUser): Promise<boolean> {
  const { client, accessToken: token, email } = user;
  const { method, path } = exportKeysCall;
  const wrong = { password: `${user.password}?`, what: 'phrase' };
  const refused = await client.request(method, path, { token, body: wrong });
  const request = (what: 'phrase' | 'private-key') =>
    client.call(exportKeysCall, { token, body: { password: user.password, what } });
  const phrase = await request('phrase');
  const key = await request('private-key');
  user.phrase = phrase.content.phrase ?? '';
  user.privateKey = key.content.privateKey ?? '';
  user.secrets.push(
    textSecret('phrase', email, user.phrase),
    { kind: 'entropy', owner: email, bytes: mnemonicToEntropy(user.phrase, wordlist) },
    { kind: 'private key', owner: email, bytes: Buffer.from(user.privateKey.slice(2), 'hex') },
  );
  const isRefused = (refused.content as { code?: string }).code === 'password-wrong';
  return isRefused && phrase.headers.get('cache-control') === 'no-store';
}

/** Sends a little KAX as soon as the welcome grant has arrived. */
export async function sendMoney(user: CustodyUser, recipientAddress: string): Promise<void> {
  const deadline = Date.now() + MONEY_WITHIN_MS;
  const body = { tokenId: 'polygon-kax', amount: '1000', recipientAddress };
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const { client, accessToken: token } = user;
    const { method, path } = sendTokens;
    const response = await client.request(method, path, { token, body, headers });
    if (response.status === 200) return;
    if (Date.now() > deadline) throw new Error(`No payment: ${JSON.stringify(response.content)}`);
    await sleep(1_000);
  }
}

export async function changePassword(user: CustodyUser): Promise<void> {
  const { client, accessToken: token, password: currentPassword } = user;
  takePassword(user);
  const body = { currentPassword, newPassword: user.password };
  await client.call(changePasswordCall, { token, body });
}

/** Resets the password with both codes, and signs in with the new one. */
export async function resetPassword(product: Product, user: CustodyUser): Promise<void> {
  const { client, email } = user;
  const since = new Date();
  await client.call(sendResetPasswordOtps, { body: { email } });
  const [emailOTP, phoneOTP] = await readCodes(product, user, since);
  takePassword(user);
  const body = { email, newPassword: user.password, emailOTP, phoneOTP };
  await client.call(resetPasswordCall, { body });
  const signedIn = await client.call(login, { body: { email, password: user.password } });
  takeSession(user, signedIn.content);
}

export async function signOut({ client, accessToken: token }: CustodyUser): Promise<void> {
  await client.call(logout, { token });
}

/** @returns the refresh token */
function takeSession(user: CustodyUser, signedIn: ResponseOf<typeof login>): string {
  user.accessToken = takeToken(user, signedIn.access_token);
  user.publicAddress = signedIn.user.wallet.publicWalletAddress;
  user.privateAddress = signedIn.user.wallet.privateWalletAddress;
  return takeToken(user, signedIn.refresh_token);
}

function takeToken({ secrets, email }: CustodyUser, token: string): string {
  secrets.push(textSecret('token', email, token));
  return token;
}

function takePassword(user: CustodyUser): void {
  user.password = newPassword();
  user.secrets.push(textSecret('password', user.email, user.password));
}

/** Hexadecimal, because other characters spell the product’s name now and then, which no password may contain. */
function newPassword(): string {
  return `Vault!7${randomBytes(9).toString('hex')}`;
}

async function readCodes(
  product: Product,
  user: CustodyUser,
  since: Date,
): Promise<readonly [email: string, phone: string]> {
  const deadline = Date.now() + CODES_WITHIN_MS;
  for (;;) {
    const emailCode = await codeTo(product, user.email, since);
    const phoneCode = await codeTo(product, user.phone, since);
    if (emailCode !== null && phoneCode !== null) {
      user.codes.add(emailCode).add(phoneCode);
      return [emailCode, phoneCode];
    }
    if (Date.now() > deadline) throw new Error(`No codes arrived for ${user.email}.`);
    await sleep(250);
  }
}

async function codeTo({ port }: Product, address: string, since: Date): Promise<string | null> {
  const query = encodeURIComponent(`to:"${address}"`);
  const mailbox = `http://127.0.0.1:${port + portOffsets.messages}`;
  const response = await fetch(`${mailbox}/api/v1/search?query=${query}`);
  const { messages } = (await response.json()) as Mailbox;
  for (const { Created, Snippet } of messages) {
    const code = /(?<!\d)\d{6}(?!\d)/.exec(Snippet)?.[0];
    if (code !== undefined && new Date(Created) > since) return code;
  }
  return null;
}
