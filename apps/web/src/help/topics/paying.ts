import '../help-language.ts';
import { CLAIM_LASTS_MS, CLAIM_REMINDERS_MS } from '#domain/claim/claim';
import { MESSAGE_MAX_CHARACTERS } from '#domain/message/private-message';
import { NOTE_MAX_CHARACTERS } from '#domain/note/own-note';
import { REQUEST_DAYS } from '#domain/payment-request/payment-request';
import { listText, t } from '#language/t';
import { paths } from '../../paths.ts';
import { choiceText, daysIn } from '../figures.ts';
import type { TopicGroup } from '../topic.ts';

export const paying = {
  id: 'paying',
  title: t('Paying and getting paid'),
  topics: [
    {
      id: 'pay-someone',
      title: t('Who can I pay?'),
      text: [
        t(
          'Anyone with an address, an email or a phone number. Type it, choose a contact or scan a QR code.',
        ),
        t(
          'If an email or phone belongs to someone who lets people find them, you see their name and pay their address. You can pay anyone else by link.',
        ),
      ],
    },
    {
      id: 'pay-by-link',
      title: t('How does a payment by link work?'),
      text: [
        t(
          'The money waits in a wallet of its own until someone with the email or phone you entered claims it. If no one does within {days, plural, one {# day} other {# days}}, it comes back the next time you open Kax.',
          { days: daysIn(CLAIM_LASTS_MS) },
        ),
        t(
          'We send the link for you, and remind the recipient after {days} days. You can take the money back at any time before it’s claimed.',
          { days: listText(CLAIM_REMINDERS_MS.map(daysIn).map(String)) },
        ),
        t('Claiming is free. Part of the fee you pay is set aside for it.'),
      ],
    },
    {
      id: 'link-in-wrong-hands',
      title: t('What if someone else gets the link of my payment?'),
      text: [
        t(
          'The link alone isn’t enough. Only someone who verified the email or phone you entered can claim the money.',
        ),
        t(
          'Whoever has the link can read your name, the amount, your message, and the email or phone.',
        ),
      ],
    },
    {
      id: 'ask-for-money',
      title: t('How do I ask for money?'),
      text: [
        t(
          'Open Receive and choose “Ask for an amount” to make a link. It can be paid once, and it expires after {days} days, as you choose.',
          { days: choiceText(REQUEST_DAYS.map(String)) },
        ),
        t(
          'Anyone with the link can read the amount, your message and whether it was paid. You can cancel the request until someone pays it.',
        ),
      ],
    },
    {
      id: 'cancel-payment',
      title: t('Can I cancel a payment?'),
      text: [
        t(
          'Only before the network confirms it. When a public payment is slow, its page offers Cancel and Speed up.',
        ),
        t(
          'Cancelling can come too late, so a payment counts as cancelled only once the network shows it. You can cancel a delayed payment until we send it, and a payment by link until it’s claimed: then the money comes back to you.',
        ),
      ],
      link: { label: t('Activity'), to: paths.activity('wallet') },
    },
    {
      id: 'final',
      title: t('When is a payment final?'),
      text: [
        t(
          'When it’s in a block that the network won’t undo. That usually takes a few seconds, and we say “Finalizing” until then.',
        ),
        t('No one can reverse a final payment, including Kax.'),
      ],
    },
    {
      id: 'wrong-address',
      title: t('I paid the wrong address. Can I get it back?'),
      text: [
        t('No. Only whoever controls that address can send it back; Kax can’t.'),
        t(
          'That’s why we show the whole address before you confirm, and warn you about one that resembles an address you know.',
        ),
      ],
    },
    {
      id: 'messages-and-notes',
      title: t('Who can read my messages and notes?'),
      text: [
        t(
          'A message in a private payment is encrypted for its recipient, and a note for yourself under a key of your own. Kax sees them too, while you write or read them.',
        ),
        t(
          'A message has up to {inMessage, plural, one {# character} other {# characters}} and a note up to {inNote}. Anyone with a link can read the message in it.',
          { inMessage: MESSAGE_MAX_CHARACTERS, inNote: NOTE_MAX_CHARACTERS },
        ),
      ],
    },
  ],
} as const satisfies TopicGroup;
