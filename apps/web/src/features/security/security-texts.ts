import type { SecuritySettings } from '#wire/security/security-settings';
import { clockText, dayAndClockText } from '../../lib/elapsed.ts';

/** @returns when something happens, as in `tomorrow at 09:30` or `on 20 Nov at 09:30`, in local time */
export function whenText(then: number, now: number): string {
  if (isSameDay(then, now)) return `today at ${clockText(then)}`;
  if (isSameDay(then, dayAfter(now))) return `tomorrow at ${clockText(then)}`;
  return `on ${dayAndClockText(then).replace(',', ' at')}`;
}

/** @returns the end of a phone number, which its owner recognizes */
export function phoneEnding(phone: string): string {
  return `ending in ${phone.slice(-4)}`;
}

/** @returns how many passkeys and apps can approve a payment */
export function countFactors({ passkeys, app }: SecuritySettings): number {
  return passkeys.length + (app === null ? 0 : 1);
}

/** @returns the names of what was added too shortly before the freeze to be trusted; the codes remove it */
export function untrustedFactors(settings: SecuritySettings): readonly string[] {
  const { passkeys, app } = settings;
  return [
    ...passkeys.filter((each) => !isTrusted(settings, each)).map(({ name }) => `“${name}”`),
    ...(app === null || isTrusted(settings, app) ? [] : ['the authenticator app']),
  ];
}

/** @returns whether a passkey unfreezes the account */
export function canPasskeyUnfreeze(settings: SecuritySettings): boolean {
  return settings.passkeys.some((each) => isTrusted(settings, each));
}

function isTrusted(
  { factorsTrustedBefore: before }: SecuritySettings,
  { createdAt }: { readonly createdAt: string },
): boolean {
  return before === null || Date.parse(createdAt) < Date.parse(before);
}

/** @returns what the account approves with, as in `your passkey or a code` */
export function methodsText({ passkeys, app }: SecuritySettings): string {
  if (passkeys.length === 0) return 'a code from your app';
  return app === null ? 'your passkey' : 'your passkey or a code';
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function dayAfter(then: number): number {
  const day = new Date(then);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}
