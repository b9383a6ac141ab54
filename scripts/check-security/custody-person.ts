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

/** Somebody who uses everything that touches keys, and remembers every secret that came by. */
export interface CustodyPerson {
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

/** @param number makes the name, the phone and the address on the internet, all different for each */
export function createCustodyPerson({ url }: Product, number: number): CustodyPerson {
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
export async function beginRegistration(product: Product, person: CustodyPerson): Promise<void> {
  const { email, phone } = person;
  takePassword(person);
  const body = { name: 'Vera Custody', email, phone, password: person.password };
  const since = new Date();
  const { content } = await person.client.call(register, { body });
  person.registrationToken = takeToken(person, content.registrationToken);
  await readCodes(product, person, since);
}

export async function endRegistration(person: CustodyPerson): Promise<void> {
  const { email, registrationToken } = person;
  const [emailOTP = '', phoneOTP = ''] = person.codes;
  const body = { email, emailOTP, phoneOTP, registrationToken };
  takeSession(person, (await person.client.call(verifyOtps, { body })).content);
}

/** Signs in on a second device, mistypes the password once, and renews the session. */
export async function signInAgain(person: CustodyPerson): Promise<void> {
  const { email, client } = person;
  const wrong = newPassword();
  person.secrets.push(textSecret('password', email, wrong));
  await client.ask(login.method, login.path, { body: { email, password: wrong } });
  const signedIn = await client.call(login, { body: { email, password: person.password } });
  const refreshToken = takeSession(person, signedIn.content);
  const renewed = await client.call(refresh, { body: { refresh_token: refreshToken } });
  takeToken(person, renewed.content.refresh_token);
  person.accessToken = takeToken(person, renewed.content.access_token);
}

/** Takes the keys home. @returns true when only the password gave them, and no cache may keep them */
export async function exportKeys(person: CustodyPerson): Promise<boolean> {
  const { client, accessToken: token, email } = person;
  const { method, path } = exportKeysCall;
  const wrong = { password: `${person.password}?`, what: 'phrase' };
  const refused = await client.ask(method, path, { token, body: wrong });
  const ask = (what: 'phrase' | 'private-key') =>
    client.call(exportKeysCall, { token, body: { password: person.password, what } });
  const phrase = await ask('phrase');
  const key = await ask('private-key');
  person.phrase = phrase.content.phrase ?? '';
  person.privateKey = key.content.privateKey ?? '';
  person.secrets.push(
    textSecret('phrase', email, person.phrase),
    { kind: 'entropy', owner: email, bytes: mnemonicToEntropy(person.phrase, wordlist) },
    { kind: 'private key', owner: email, bytes: Buffer.from(person.privateKey.slice(2), 'hex') },
  );
  const isRefused = (refused.content as { code?: string }).code === 'password-wrong';
  return isRefused && phrase.headers.get('cache-control') === 'no-store';
}

/** Sends a little KAX as soon as the welcome money is there. */
export async function sendMoney(person: CustodyPerson, recipientAddress: string): Promise<void> {
  const deadline = Date.now() + MONEY_WITHIN_MS;
  const body = { tokenId: 'polygon-kax', amount: '1000', recipientAddress };
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const { client, accessToken: token } = person;
    const { method, path } = sendTokens;
    const answer = await client.ask(method, path, { token, body, headers });
    if (answer.status === 200) return;
    if (Date.now() > deadline) throw new Error(`No payment: ${JSON.stringify(answer.content)}`);
    await sleep(1_000);
  }
}

export async function changePassword(person: CustodyPerson): Promise<void> {
  const { client, accessToken: token, password: currentPassword } = person;
  takePassword(person);
  const body = { currentPassword, newPassword: person.password };
  await client.call(changePasswordCall, { token, body });
}

/** Forgets the password, sets a new one with both codes, and signs in with it. */
export async function resetPassword(product: Product, person: CustodyPerson): Promise<void> {
  const { client, email } = person;
  const since = new Date();
  await client.call(sendResetPasswordOtps, { body: { email } });
  const [emailOTP, phoneOTP] = await readCodes(product, person, since);
  takePassword(person);
  const body = { email, newPassword: person.password, emailOTP, phoneOTP };
  await client.call(resetPasswordCall, { body });
  const signedIn = await client.call(login, { body: { email, password: person.password } });
  takeSession(person, signedIn.content);
}

export async function signOut({ client, accessToken: token }: CustodyPerson): Promise<void> {
  await client.call(logout, { token });
}

/** @returns the refresh token */
function takeSession(person: CustodyPerson, signedIn: ResponseOf<typeof login>): string {
  person.accessToken = takeToken(person, signedIn.access_token);
  person.publicAddress = signedIn.user.wallet.publicWalletAddress;
  person.privateAddress = signedIn.user.wallet.privateWalletAddress;
  return takeToken(person, signedIn.refresh_token);
}

function takeToken({ secrets, email }: CustodyPerson, token: string): string {
  secrets.push(textSecret('token', email, token));
  return token;
}

function takePassword(person: CustodyPerson): void {
  person.password = newPassword();
  person.secrets.push(textSecret('password', person.email, person.password));
}

function newPassword(): string {
  return `Vault!7${randomBytes(9).toString('base64url')}`;
}

async function readCodes(
  product: Product,
  person: CustodyPerson,
  since: Date,
): Promise<readonly [email: string, phone: string]> {
  const deadline = Date.now() + CODES_WITHIN_MS;
  for (;;) {
    const emailCode = await codeTo(product, person.email, since);
    const phoneCode = await codeTo(product, person.phone, since);
    if (emailCode !== null && phoneCode !== null) {
      person.codes.add(emailCode).add(phoneCode);
      return [emailCode, phoneCode];
    }
    if (Date.now() > deadline) throw new Error(`No codes arrived for ${person.email}.`);
    await sleep(250);
  }
}

async function codeTo({ port }: Product, address: string, since: Date): Promise<string | null> {
  const query = encodeURIComponent(`to:"${address}"`);
  const mailbox = `http://127.0.0.1:${port + portOffsets.messages}`;
  const answer = await fetch(`${mailbox}/api/v1/search?query=${query}`);
  const { messages } = (await answer.json()) as Mailbox;
  for (const { Created, Snippet } of messages) {
    const code = /(?<!\d)\d{6}(?!\d)/.exec(Snippet)?.[0];
    if (code !== undefined && new Date(Created) > since) return code;
  }
  return null;
}
