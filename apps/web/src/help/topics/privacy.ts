import '../help-language.ts';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import type { TopicGroup } from '../topic.ts';

const settings = { label: t('Settings'), to: paths.settings } as const;

export const privacy = {
  id: 'privacy',
  title: t('Privacy'),
  topics: [
    {
      id: 'kax-sees',
      title: t('What can Kax see?'),
      text: [
        t(
          'Private means hidden on Polygon. It doesn’t mean hidden from Kax: our server opens your private balance to show it to you and to prepare your payments.',
        ),
        t(
          'Meanwhile we can see your balance, your payments, their messages and who you pay. Your contacts and notes are stored encrypted under a key of your own.',
        ),
      ],
      link: settings,
    },
    {
      id: 'polygon-shows',
      title: t('What does Polygon show?'),
      text: [
        t(
          'Of a public payment, everyone can see both addresses, the coin and the amount. Of a payment between private addresses, they see none of these, only that one was made.',
        ),
        t(
          'When you make money private or public, everyone can see the coin, the amount and the public address.',
        ),
      ],
    },
    {
      id: 'linked',
      title: t('Can someone link my private money to me?'),
      text: [
        t(
          'Sometimes. Making the same amount public soon after you made it private, or sending it back to the same address, links the two.',
        ),
        t(
          'Before you make money public, we show how easily it can be linked and what makes it harder.',
        ),
      ],
    },
    {
      id: 'send-later',
      title: t('Why send at a random moment?'),
      text: [
        t(
          'Someone who watches the pool can match payments by their timing. If we send yours at a random moment within the time you choose, that’s harder.',
        ),
        t('You can close Kax meanwhile, and cancel the payment until we send it.'),
      ],
    },
    {
      id: 'relayer',
      title: t('What is a relayer?'),
      text: [
        t(
          'It sends your private payments to Polygon, so your public address doesn’t appear in them. Kax is the only relayer.',
        ),
        t(
          'While “Auto-connect to Relayers” is off, you allow it for each transfer and unshield. Claiming or taking back a private payment by link, and merging small private amounts, always use it.',
        ),
        t(
          'A relayer also pays their network fee. It sees nothing but the encrypted transaction that everyone sees.',
        ),
      ],
      link: settings,
    },
    {
      id: 'find-me',
      title: t('Who can find me by my email or phone?'),
      text: [
        t(
          'Only someone who enters your exact email or phone number, and only while “Let people find me” is on. They see your name and both addresses.',
        ),
        t('Your public address shows its balance to anyone.'),
      ],
      link: settings,
    },
  ],
} as const satisfies TopicGroup;

export const notices = {
  id: 'notices',
  title: t('Notifications and receipts'),
  topics: [
    {
      id: 'notifications',
      title: t('What do you notify me about?'),
      text: [
        t(
          'Money that arrives, payments that finish, links and requests, and everything about your security. You choose whether it’s in Kax, by push or by email.',
        ),
        t('You can’t turn off security messages. Push also has to be on in each browser.'),
      ],
      link: { label: t('Notification settings'), to: paths.settingsNotifications },
    },
    {
      id: 'push-messages',
      title: t('What does a push message reveal?'),
      text: [
        t('Only that something is new. It has no name, no amount and no other content.'),
        t('The maker of your browser delivers it and learns when something is new, but not what.'),
      ],
    },
    {
      id: 'receipts',
      title: t('What does a receipt prove?'),
      text: [
        t(
          'It proves one payment, and nothing else about your balance. Anyone can check it without Kax.',
        ),
        t(
          'A private receipt reveals this one payment to whoever gets it; you see what they’ll know before you make it. Who paid privately is proven only by the sender’s own receipt.',
        ),
        t(
          'Most final payments that you sent or received can have one. You make it on the page of the payment.',
        ),
      ],
      link: { label: t('Activity'), to: paths.activity('wallet') },
    },
  ],
} as const satisfies TopicGroup;
