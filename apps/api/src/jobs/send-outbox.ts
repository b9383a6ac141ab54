import type { Language } from '#language/languages';
import { inLanguage } from '#language/t';
import type { Translator } from '#language/translator';
import { createJob, type Job, type JobError } from '../application/job.ts';
import { budgetOf, type TextBudgets } from '../application/text-budgets.ts';
import { composeMail } from '../notices/compose-mail.ts';
import { composeTextMessage } from '../notices/compose-text-message.ts';
import type { NoticeText } from '../notices/notice-text.ts';
import { textByTopic } from '../notices/notice-texts.ts';
import { withoutForeignLinks } from '../notices/without-foreign-links.ts';
import type { Clock } from '../ports/clock.ts';
import { DeliveryRefused, type Mail, type Mailer } from '../ports/mailer.ts';
import {
  CLAIM_LINK_TOPICS,
  type NoticeQueue,
  type NoticeTopic,
  type TakenNotice,
} from '../ports/outbox.ts';
import type { SmsSender } from '../ports/sms-sender.ts';

export interface SendOutboxPorts {
  readonly outbox: NoticeQueue;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  /** @returns the code of a notice; null where it has none */
  readonly openCode: (notice: TakenNotice) => string | null;
  /** @returns the link to a payment that a notice brings; null where it brings none */
  readonly openLink: (notice: TakenNotice) => string | null;
  /** Called before a notice is sent. @returns false for one that is over by now, which is dropped */
  readonly isStillDue: (notice: TakenNotice) => Promise<boolean>;
  readonly textBudgets: TextBudgets;
  /** @returns the link that freezes the account of a user; null without a web app */
  readonly freezeLink: (userId: string) => string | null;
  /** Of the web app: the only one that notices link to, and for phones that fill in codes; null when it is not known. */
  readonly host: string | null;
  /** Country calling codes with the plus, as in `+1`; empty for all. */
  readonly smsCountries: readonly string[];
  readonly translatorOf: (language: Language) => Translator;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 400;
const AFTER_ERROR_MS = 2_000;
const AT_ONCE = 20;
/** Longer than sending may take. */
const LEASE_MS = 60_000;
/** Seconds before each further try; after the last one a notice is given up. */
const PAUSES_S = [2, 10, 60, 300, 300, 900, 900, 3_600, 3_600];

/**
 * Sends what is in the outbox. A notice that was sent just before a crash may be sent once more; none is left out.
 * @returns the job, not started.
 */
export function createSendOutbox(ports: SendOutboxPorts): Job {
  return createJob({
    ...ports,
    run: () => sendOutbox(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The outbox could not be read.',
  });
}

/** Sends everything that is due now. Rejects, with nothing running, when an outcome could not be stored. */
export async function sendOutbox(ports: SendOutboxPorts): Promise<void> {
  for (;;) {
    const taken = await ports.outbox.take(ports.clock.now(), AT_ONCE, LEASE_MS);
    const outcomes = await Promise.allSettled(taken.map((notice) => deliver(ports, notice)));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (taken.length < AT_ONCE) return;
  }
}

async function deliver(ports: SendOutboxPorts, notice: TakenNotice): Promise<void> {
  const { outbox, clock, report } = ports;
  try {
    if (isExpired(notice, clock.now()) || !(await ports.isStillDue(notice))) {
      await outbox.markFailed(notice.id, null);
      return;
    }
    await send(ports, notice);
  } catch (cause) {
    const pause = cause instanceof DeliveryRefused ? undefined : PAUSES_S[notice.attempts];
    const retryAt = pause === undefined ? null : new Date(clock.now().getTime() + pause * 1_000);
    const message = retryAt === null ? 'A notice was given up.' : 'A notice could not be sent yet.';
    report({ message, cause });
    await outbox.markFailed(notice.id, retryAt);
    return;
  }
  await outbox.markSent(notice.id, clock.now());
}

function isExpired({ expiresAt }: TakenNotice, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

async function send(ports: SendOutboxPorts, notice: TakenNotice): Promise<void> {
  const { topic, channel, recipient, language } = notice;
  const translator = ports.translatorOf(language);
  if (channel === 'email') {
    await ports.mailer.send(inLanguage(translator, () => mailOf(ports, notice)));
    return;
  }
  const message = inLanguage(translator, () => textMessageOf(ports, notice));
  if (message === null) throw new DeliveryRefused(`${topic} is no text message`);
  await requireAllowedSms(ports, notice);
  await ports.sms.send({ to: recipient, text: message });
}

function mailOf(ports: SendOutboxPorts, notice: TakenNotice): Mail {
  const { topic, recipient: to } = notice;
  const content = withoutForeignLinks(notice.content, ports.host);
  const text = withLink(textByTopic[topic](content), notice, ports.openLink(notice));
  const name = nameIn({ topic, content });
  const freezeLink = freezeLinkIn(ports, notice);
  return composeMail(text, { to, name, freezeLink }, ports.openCode(notice));
}

function textMessageOf(ports: SendOutboxPorts, notice: TakenNotice): string | null {
  const content = withoutForeignLinks(notice.content, ports.host);
  const text = withLink(textByTopic[notice.topic](content), notice, ports.openLink(notice));
  return composeTextMessage(text, ports.openCode(notice), ports.host);
}

/** The link of a payment is nowhere but in its sealed code. */
function withLink(text: NoticeText, { topic }: TakenNotice, link: string | null): NoticeText {
  if (!CLAIM_LINK_TOPICS.includes(topic)) return text;
  if (link === null) throw new DeliveryRefused(`${topic} has no link`);
  return { ...text, link };
}

/** About the security of an account: whoever did not cause it can freeze the account with one click. */
const WITH_FREEZE_LINK: readonly NoticeTopic[] = [
  'reset-codes',
  'password-reset',
  'password-changed',
  'new-device',
  'session-reused',
  'session-copied',
  'keys-exported',
  'custody-changed',
  'contact-change-confirmed',
  'contact-changed',
  'saved-address-changed',
  'factor-added',
  'factor-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'unfreeze-codes',
  'lost-factors-codes',
  'account-unfrozen',
  'limit-raised',
  'hold-lifted',
  'factors-removal',
  'factors-removed',
];

function freezeLinkIn(
  { freezeLink }: Pick<SendOutboxPorts, 'freezeLink'>,
  { topic, userId }: Pick<TakenNotice, 'topic' | 'userId'>,
): string | null {
  return userId !== null && WITH_FREEZE_LINK.includes(topic) ? freezeLink(userId) : null;
}

/** @returns null while the address is unverified, since the name may then be a stranger's text */
function nameIn({ topic, content }: Pick<TakenNotice, 'topic' | 'content'>): string | null {
  const isUnverified = topic === 'registration-codes' || topic === 'contact-change-codes';
  return isUnverified ? null : (content.name ?? null);
}

/** Strangers can make the server send text messages, so they are limited. A retry is not another message. */
async function requireAllowedSms(
  { textBudgets, smsCountries, clock }: SendOutboxPorts,
  { topic, recipient, attempts }: TakenNotice,
): Promise<void> {
  if (smsCountries.length > 0 && !smsCountries.some((code) => recipient.startsWith(code))) {
    throw new DeliveryRefused('no text messages to this country');
  }
  if (attempts > 0) return;
  const budget = budgetOf(topic);
  if (await textBudgets.take(budget, clock.now())) return;
  throw new DeliveryRefused(`the text messages of this day for ${budget} are used up`);
}
