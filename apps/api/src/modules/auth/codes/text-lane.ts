import type { PhoneCode } from '#wire/auth/codes-sent';
import { networkOf } from '../../../application/client-address.ts';
import type { Counter } from '../../../application/take-quotas.ts';
import type { TextRefusals } from '../../../application/text-refusals.ts';
import type { Account } from '../../../ports/accounts.ts';
import type { QuotaRule } from '../../../ports/attempt-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TextBudgetSizes } from '../../../ports/text-budgets.ts';
import type { CodeLimits } from './code-limits.ts';
import type { SendPressure } from './send-pressure.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
/** The rest of a budget is for users who proved something: with a device of theirs, or with the code of the email. */
const STRANGERS_PERCENT = 60;

export interface TextLanePorts {
  readonly codeLimits: CodeLimits;
  readonly textBudgets: TextBudgetSizes;
  /** Text messages that strangers who entered no codes yet may have at once, in an hour and for each purpose. */
  readonly textsAtOncePerHour: number;
  readonly textRefusals: Pick<TextRefusals, 'count'>;
}

/** A request for codes, as far as its text message is about. */
export interface TextRequest {
  readonly purpose: 'resets' | 'registrations';
  /** The name that was typed, or a user by whose own device it was; nothing else may decide what is returned. */
  readonly name: string;
  readonly network: string;
  readonly isKnownDevice: boolean;
}

/**
 * Counts a text message, and decides when it goes out. It depends on what was typed, on who typed it and on all
 * messages together, never on whether there is an account.
 * @returns `sent` with the email, or `after-email-code` when strangers press the number or the budget, or
 *   `unavailable` when the budget of the day is used up
 */
export async function chooseTextLane(
  ports: TextLanePorts,
  request: TextRequest,
  now: Date,
): Promise<PhoneCode> {
  const phoneCode = await takeText(ports, request, now);
  if (phoneCode === 'unavailable') ports.textRefusals.count('budget');
  if (phoneCode === 'after-email-code') ports.textRefusals.count(phoneCode);
  return phoneCode;
}

async function takeText(
  { codeLimits, textBudgets, textsAtOncePerHour }: TextLanePorts,
  request: TextRequest,
  now: Date,
): Promise<PhoneCode> {
  const { purpose, isKnownDevice } = request;
  const most = textBudgets[purpose];
  const budget = budgetOf(purpose, most);
  if ((await codeLimits.take(budget, now)) > 0) return 'unavailable';
  const share = Math.floor((most * STRANGERS_PERCENT) / 100);
  const limits = { share, perHour: textsAtOncePerHour };
  const counters = isKnownDevice ? atOnceOf(request) : strangersOf(request, limits);
  if ((await codeLimits.take(counters, now)) === 0) return 'sent';
  // This one is counted when the code of the email was entered.
  await codeLimits.giveBack(budget);
  return 'after-email-code';
}

/** Counts the text message that follows the code of an email. @returns false when the budget is used up */
export async function takeProvenText(
  { codeLimits, textBudgets }: TextLanePorts,
  purpose: TextRequest['purpose'],
  now: Date,
): Promise<boolean> {
  return (await codeLimits.take(budgetOf(purpose, textBudgets[purpose]), now)) === 0;
}

/** @returns the names under which text messages for a registration are counted, and for a later request of its codes */
export function registrationTextNames({ email, phone }: Pick<Account, 'email' | 'phone'>) {
  return [`registration ${phone}`, `registration ${email}`] as const;
}

export interface ClearTextsPorts {
  readonly codeLimits: CodeLimits;
  readonly sendPressure: Pick<SendPressure, 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Right codes, as far as they are about text messages. */
export interface EnteredCodes {
  /** Under which their text message was counted. */
  readonly names: readonly string[];
  readonly ip: string;
  readonly phoneOTP: string;
  readonly isKnownDevice: boolean;
}

/** A text message that waited for the code of the email has ten digits. */
const CODE_AT_ONCE = /^[0-9]{6}$/;

/** Right codes reset what they needed, and give back what their own text message took of what strangers share. */
export async function clearTexts(
  { codeLimits, sendPressure, clock }: ClearTextsPorts,
  purpose: TextRequest['purpose'],
  { names, ip, phoneOTP, isKnownDevice }: EnteredCodes,
): Promise<void> {
  for (const name of names) sendPressure.giveBack(name, clock.now());
  const counters = names.flatMap((name) => atOnceOf({ name, isKnownDevice: false }));
  await codeLimits.clear(counters);
  if (isKnownDevice || !CODE_AT_ONCE.test(phoneOTP.replaceAll(' ', ''))) return;
  // What is given back has no limit.
  await codeLimits.giveBack([atOnceFrom(networkOf(ip)), atOnceInAll(purpose, 0)]);
}

/** @returns the counters of text messages at once for a name; right codes reset them */
function atOnceOf({ name, isKnownDevice }: Pick<TextRequest, 'name' | 'isKnownDevice'>) {
  const share = isKnownDevice ? 2 : 1;
  const counters: readonly Counter[] = [
    [`texts at once day ${name}`, { most: 5 * share, windowMs: DAY_MS }],
    [`texts at once month ${name}`, { most: 10 * share, windowMs: MONTH_MS }],
  ];
  return counters;
}

/** @returns the counter of text messages at once from a network; right codes give one back */
function atOnceFrom(network: string): Counter {
  return [`texts at once from ${network}`, { most: 10, windowMs: HOUR_MS }];
}

/** @returns the counter of text messages at once for all strangers; right codes give one back */
function atOnceInAll(purpose: TextRequest['purpose'], most: number): Counter {
  return [`texts at once ${purpose}`, { most, windowMs: HOUR_MS }];
}

function strangersOf(
  request: TextRequest,
  { share, perHour }: { readonly share: number; readonly perHour: number },
): readonly Counter[] {
  const { purpose, network } = request;
  const rule: QuotaRule = { most: share, windowMs: DAY_MS };
  const ofDay: Counter = [`texts requested ${purpose} strangers`, rule];
  return [atOnceFrom(network), atOnceInAll(purpose, perHour), ...atOnceOf(request), ofDay];
}

/** @returns the counter of all text messages for one purpose */
export function budgetOf(purpose: TextRequest['purpose'], most: number): readonly Counter[] {
  return [[`texts requested ${purpose}`, { most, windowMs: DAY_MS }]];
}
