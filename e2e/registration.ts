import type { APIRequestContext, Page } from '@playwright/test';
import { latestCodes } from './messages.ts';
import { expect } from './test.ts';
import type { User } from './users.ts';

export const NEW_PASSWORD = 'Quiet!Harbor9';

interface Registration extends User {
  readonly password?: string;
  readonly accepts?: boolean;
}

/** Fills in the form of /register without submitting it. */
export async function fillInRegistration(
  page: Page,
  { name, email, phone, password = NEW_PASSWORD, accepts = true }: Registration,
): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  if (accepts) await page.getByRole('checkbox').check();
}

/** Creates an account through the API with both codes; its password is `NEW_PASSWORD`. */
export async function createUser(
  request: APIRequestContext,
  baseURL: string,
  user: User,
): Promise<void> {
  const phone = wholePhone(user);
  const begun = await request.post('/api/auth/register', {
    data: { name: user.name, email: user.email, phone, password: NEW_PASSWORD },
  });
  if (!begun.ok()) throw new Error(`${user.email} was refused: ${await begun.text()}`);
  const { registrationToken } = await begun.json();
  const { emailCode, phoneCode } = await codesOf(request, baseURL, user);
  const ended = await request.post('/api/auth/verify-otps', {
    data: {
      email: user.email,
      emailOTP: emailCode,
      phoneOTP: phoneCode,
      registrationToken,
    },
  });
  if (!ended.ok()) throw new Error(`${user.email} was refused: ${await ended.text()}`);
}

/** @returns the number in international format */
function wholePhone({ phone }: User): string {
  return `+1${phone}`;
}

/** Waits for both codes of a user, sent after a given time if there is one. */
export function codesOf(
  request: APIRequestContext,
  baseURL: string,
  user: User,
  after?: Date,
): Promise<Codes> {
  return latestCodes(request, baseURL, { email: user.email, phone: wholePhone(user) }, after);
}

interface Codes {
  readonly emailCode: string;
  readonly phoneCode: string;
}

/** Enters both codes into the verification form. */
export async function enterCodes(page: Page, { emailCode, phoneCode }: Codes): Promise<void> {
  await page.getByLabel('Email Code').fill(emailCode);
  await page.getByLabel('Phone Code').fill(phoneCode);
}

/** Leaves the welcome, which a new user sees when they first reach the dashboard. */
export async function skipWelcome(page: Page): Promise<void> {
  const welcome = page.getByRole('dialog', { name: /^Welcome to Kax, / });
  await welcome.getByRole('button', { name: 'Skip' }).click();
  await expect(welcome).toBeHidden();
}

/** @returns codes of which the first is certainly wrong */
export function spoilCodes(codes: Codes): Codes {
  const first = (Number(codes.emailCode[0]) + 1) % 10;
  return { ...codes, emailCode: `${first}${codes.emailCode.slice(1)}` };
}
