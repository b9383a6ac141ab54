import { groupThousands } from '#domain/amount/base-units-to-display';
import type { SecuritySettings } from '#wire/security/security-settings';
import { clockText, dayAndClockText } from '../../lib/elapsed.ts';

/** @returns when something happens, as in `tomorrow at 09:30` or `on 20 Nov at 09:30`, in local time */
export function whenText(then: number, now: number): string {
  if (isSameDay(then, now)) return `today at ${clockText(then)}`;
  if (isSameDay(then, dayAfter(now))) return `tomorrow at ${clockText(then)}`;
  return `on ${dayAndClockText(then).replace(',', ' at')}`;
}

/** @returns the local day, as in `2 Nov` */
export function shortDayText(then: number): string {
  return shortDay.format(then);
}

/** @param cents of a US dollar, digits only @returns as in `$2,000` or `$12.50` */
export function dollarsText(cents: string): string {
  const value = BigInt(cents);
  const rest = String(value % 100n).padStart(2, '0');
  return `$${groupThousands(String(value / 100n))}${rest === '00' ? '' : `.${rest}`}`;
}

/** @returns the end of a phone number, which its owner recognizes */
export function phoneEnding(phone: string): string {
  return `ending in ${phone.slice(-4)}`;
}

/** @returns how many passkeys and apps can approve a payment */
export function countFactors({ passkeys, app }: SecuritySettings): number {
  return passkeys.length + (app === null ? 0 : 1);
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

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
