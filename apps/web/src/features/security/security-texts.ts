import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { clockText, shortDayText } from '../../lib/elapsed.ts';

/** @returns when something happens, as in `tomorrow at 09:30` or `on 20 Nov at 09:30`, in local time */
export function whenText(then: number, now: number): string {
  const clock = clockText(then);
  if (isSameDay(then, now)) return t('today at {clock}', { clock });
  if (isSameDay(then, dayAfter(now))) return t('tomorrow at {clock}', { clock });
  return t('on {day} at {clock}', { day: shortDayText(then), clock });
}

/** @returns until when something lasts, as in `18:10`, `tomorrow at 09:30` or `20 Nov at 09:30`, in local time */
export function untilText(then: number, now: number): string {
  const clock = clockText(then);
  if (isSameDay(then, now)) return clock;
  if (isSameDay(then, dayAfter(now))) return t('tomorrow at {clock}', { clock });
  return t('{day} at {clock}', { day: shortDayText(then), clock });
}

/** @returns the last digits of a phone number, which its owner recognizes */
export function lastDigits(phone: string): string {
  return phone.slice(-4);
}

/** @returns how many passkeys and apps can approve a payment */
export function countFactors({ passkeys, app }: SecuritySettings): number {
  return passkeys.length + (app === null ? 0 : 1);
}

/** @returns the names of what was added too shortly before the freeze to be trusted; the codes remove it */
export function untrustedFactors(settings: SecuritySettings): readonly string[] {
  const { passkeys, app } = settings;
  return [
    ...passkeys
      .filter((each) => !isTrusted(settings, each))
      .map(({ name }) => t('“{name}”', { name })),
    ...(app === null || isTrusted(settings, app) ? [] : [t('the authenticator app')]),
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

/** @returns what the account approves with */
export function methodsOf({ passkeys, app }: SecuritySettings): 'app' | 'passkey' | 'both' {
  if (passkeys.length === 0) return 'app';
  return app === null ? 'passkey' : 'both';
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function dayAfter(then: number): number {
  const day = new Date(then);
  day.setDate(day.getDate() + 1);
  return day.getTime();
}
