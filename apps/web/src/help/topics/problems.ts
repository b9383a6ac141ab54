import '../help-language.ts';
import { CODE_TRIES, CODES_LAST_MS, RESEND_AFTER_S } from '#domain/codes/code-limits';
import { EXPIRES_AFTER_MS } from '#domain/operation/following';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import { hoursIn, minutesIn } from '../figures.ts';
import type { TopicGroup } from '../topic.ts';

export const problems = {
  id: 'problems',
  title: t('When something goes wrong'),
  topics: [
    {
      id: 'payment-waits',
      title: t('My payment is still waiting'),
      text: [
        t(
          'The network may be busy, or an earlier payment has to go first. The page of your payment says what it’s waiting for.',
        ),
        t(
          'When it’s slow, the page offers Cancel and Speed up. A payment that no block has had for {hours, plural, one {# hour} other {# hours}} is cancelled and never sent again.',
          { hours: hoursIn(EXPIRES_AFTER_MS) },
        ),
      ],
      link: { label: t('Activity'), to: paths.activity('wallet') },
    },
    {
      id: 'payment-failed',
      title: t('My payment failed. Is my money gone?'),
      text: [
        t(
          'Usually only the network fee is gone. The page of your payment says what happened and whether anything moved.',
        ),
        t('If a swap failed after its first step, its history shows what arrived.'),
      ],
      link: { label: t('Activity'), to: paths.activity('wallet') },
    },
    {
      id: 'missing-balance',
      title: t('My balance doesn’t show'),
      text: [
        t(
          'Check which balance you’re looking at: the switch at the top chooses public or private. If the figures are blurred, choose to show them.',
        ),
        t(
          'A deposit appears once Polygon has it. Coins that Kax doesn’t list aren’t shown, but they’re still at your address. Money on a network that Kax doesn’t list isn’t shown either.',
        ),
      ],
    },
    {
      id: 'missing-code',
      title: t('My code didn’t arrive'),
      text: [
        t(
          'Look in your spam folder and check the email and the number. After {seconds, plural, one {# second} other {# seconds}}, you can choose Resend.',
          { seconds: RESEND_AFTER_S },
        ),
        t(
          'Codes expire after {minutes, plural, one {# minute} other {# minutes}} or {attempts, plural, one {# attempt} other {# attempts}}. If there’s no account for what you entered, nothing arrives. Sometimes the text message follows only after the code from your email.',
          { minutes: minutesIn(CODES_LAST_MS), attempts: CODE_TRIES },
        ),
      ],
    },
    {
      id: 'sign-in-fails',
      title: t('I can’t sign in'),
      text: [
        t(
          'Check that you’re using the email or phone of your account, then reset your password. After too many attempts, the page counts down to the next one.',
        ),
        t(
          'While strangers try many passwords, signing in on a new device takes a few seconds longer.',
        ),
      ],
      link: { label: t('Reset your password'), to: paths.forgotPassword },
    },
    {
      id: 'kax-unreachable',
      title: t('I can’t reach Kax. Is my money safe?'),
      text: [
        t(
          'Your money is on the network, not in this page. Payments that were sent continue without it.',
        ),
        t('With your 12 words, you can reach both balances in another app at any time.'),
      ],
    },
  ],
} as const satisfies TopicGroup;
