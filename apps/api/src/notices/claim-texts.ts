import { t } from '#language/t';
import {
  isUnclaimed,
  isWaiting,
  remindsInText,
  remindsYou,
  sentAndReminds,
  sentYou,
  sentYouWithKax,
} from './claim-sentences.ts';
import { amountIn, dayIn } from './content-texts.ts';
import {
  type NoticeContent,
  type NoticeText,
  sentences,
  withoutPaymentMails,
} from './notice-text.ts';

/** Longer names would fill the subject. */
const LONGEST_NAME = 40;
const LONGEST_AMOUNT = 24;

/** The texts of payments by link. What their senders write is on the page alone, so that no one mails through us. */
export const claimTexts = {
  'claim-sent': (content) => ({
    subject: sentYou(inShort(content)),
    paragraphs: [
      sentences(sentYouWithKax(inFull(content)), claimBy(content)),
      onlyYou(),
      aboutKax(content),
    ],
    sms: sentences(sentYouWithKax(inShort(content)), ...inText(content)),
    linkText: t('See and claim your money'),
  }),
  'claim-reminder': (content) => ({
    subject: isWaiting(inShort(content)),
    paragraphs: [
      sentences(isUnclaimed(inFull(content)), claimBy(content)),
      sentences(inEmailFrom(content), withoutLink(content)),
      aboutKax(content),
    ],
    sms: sentences(sentYouWithKax(inShort(content)), ...inText(content), inTextFrom(content)),
  }),
  'claim-reminder-link': (content) => ({
    subject: remindsYou(inShort(content)),
    paragraphs: [
      sentences(sentAndReminds(inFull(content)), claimBy(content)),
      onlyYou(),
      aboutKax(content),
    ],
    sms: sentences(remindsInText(inShort(content)), ...inText(content)),
    linkText: t('See and claim your money'),
  }),
  'claim-claimed': ({ link }) => ({
    subject: t('Your payment by link was claimed'),
    paragraphs: [
      t('Your recipient claimed a payment that you sent by link. It arrived in their wallet.'),
      withoutPaymentMails(),
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
  'claim-expired': ({ link }) => ({
    subject: t('No one claimed your payment by link'),
    paragraphs: [
      t(
        'No one claimed a payment that you sent by link in 30 days. Sign in, and it comes back to you automatically.',
      ),
      t('The fee for that is already set aside. Until you sign in, the money stays where it is.'),
      withoutPaymentMails(),
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

/** As they registered; left out of a notice when it looks like a link. */
function senderIn({ from }: NoticeContent): string | null {
  if (from === undefined) return null;
  return from.length > LONGEST_NAME ? `${from.slice(0, LONGEST_NAME - 1).trimEnd()}…` : from;
}

/** The sender where the sentence already named them. */
function firstNameIn(content: NoticeContent): string | null {
  return senderIn(content)?.split(' ')[0] ?? null;
}

function inFull(content: NoticeContent) {
  const { what } = content;
  return { sender: senderIn(content), amount: what === undefined ? null : amountIn(what) };
}

function inShort(content: NoticeContent) {
  const { sender, amount } = inFull(content);
  const isShort = amount !== null && amount.length <= LONGEST_AMOUNT;
  return { sender, amount: isShort ? amount : null };
}

function onlyYou(): string {
  return t(
    'Only you can claim it: sign in, or create an account with this email address. Claiming it is free.',
  );
}

function aboutKax(content: NoticeContent): string {
  const name = firstNameIn(content);
  return sentences(
    t('Kax is a wallet for keeping and sending digital money such as USDC.'),
    name === null
      ? t('If you don’t know them, ignore this email.')
      : t('If you don’t know {name}, ignore this email.', { name }),
  );
}

function claimBy(content: NoticeContent): string | null {
  const day = dayIn(content.until);
  if (day === null) return null;
  const name = firstNameIn(content);
  return name === null
    ? t('Claim it by {day}, or it goes back to them.', { day })
    : t('Claim it by {day}, or it goes back to {name}.', { day, name });
}

function inEmailFrom({ sent }: NoticeContent): string {
  const day = dayIn(sent);
  return day === null
    ? t('You’ll find the link in our earlier email.')
    : t('You’ll find the link in our email from {day}.', { day });
}

function withoutLink(content: NoticeContent): string {
  const name = firstNameIn(content);
  return name === null
    ? t('If you no longer have it, ask them to send it again.')
    : t('If you no longer have it, ask {name} to send it again.', { name });
}

function inTextFrom({ sent }: NoticeContent): string {
  const day = dayIn(sent);
  return day === null
    ? t('Use the link in our earlier text.')
    : t('Use the link in our text from {day}.', { day });
}

/** With a straight apostrophe: a curly one makes a text message twice as long. */
function inText(content: NoticeContent): readonly (string | null)[] {
  const day = dayIn(content.until);
  const name = firstNameIn(content);
  return [
    day === null ? null : t('Claim it by {day}.', { day }),
    name === null
      ? t("If you don't know them, ignore this.")
      : t("If you don't know {name}, ignore this.", { name }),
  ];
}
