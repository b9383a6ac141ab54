import '../help-language.ts';
import { CODES_LAST_MS } from '#domain/codes/code-limits';
import { DEFAULT_RULES } from '#domain/protection/default-rules';
import { ABSOLUTE_MS, IDLE_MS } from '#domain/session/session-limits';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import { hoursIn, minutesIn } from '../figures.ts';
import type { TopicGroup } from '../topic.ts';

const {
  dailyLimitUsd,
  limitRaiseHours,
  resetHoldUsd,
  resetHoldHours,
  newDeviceUsd,
  newDeviceMinutes,
  unfreezePasskeyHours,
  lostFactorDays,
  contactChangeHours,
} = DEFAULT_RULES;

const security = { label: t('Security'), to: paths.security } as const;
const settings = { label: t('Settings'), to: paths.settings } as const;

export const safety = {
  id: 'safety',
  title: t('Keys and safety'),
  topics: [
    {
      id: 'who-can-move',
      title: t('Who can move my money?'),
      text: [
        t(
          'You can, with your password, a passkey or a signed-in device, and so can anyone who has your 12 words. While your wallet is Assisted, Kax could too, because its server keeps your keys, encrypted, and makes your payments.',
        ),
        t(
          'That’s also what makes a password reset possible, so anyone who can read both your email and your texts can set a new password. A copy of our database opens no wallet.',
        ),
        t(
          'To be the only one who can move your money, choose “Only me” under “Protect your wallet” in Settings. Your keys are then on your devices alone, and no one can give them back if you lose them.',
        ),
      ],
      link: settings,
    },
    {
      id: 'lost-phone',
      title: t('I lost my phone. What now?'),
      text: [
        t(
          'Sign in on another device and end the phone’s session. If you’re worried, freeze your account.',
        ),
        t(
          'A session ends after {minutes, plural, one {# minute} other {# minutes}} without use. A locked phone alone can’t reset your password; that takes codes from your texts and your email.',
          { minutes: minutesIn(IDLE_MS) },
        ),
        t(
          'If your passkey or your authenticator app was on it, use a recovery code. Without one, remove them under Security, which takes {days, plural, one {# day} other {# days}}.',
          { days: lostFactorDays },
        ),
      ],
      link: { label: t('Active sessions'), to: paths.userSessions },
    },
    {
      id: 'lost-contact',
      title: t('I lost my email address or my phone number'),
      text: [
        t(
          'Change it under Security while you can sign in. You need your password, a code sent to the new one and a code sent to the one you still have. It takes effect after {hours, plural, one {# hour} other {# hours}}.',
          { hours: contactChangeHours },
        ),
        t(
          'If you lost both, we can’t send you codes. Your 12 words still open your wallet in another app.',
        ),
      ],
      link: security,
    },
    {
      id: 'forgot-password',
      title: t('I forgot my password'),
      text: [
        t(
          'Reset it with two codes, one by email and one by text. You keep the same wallet and the same addresses.',
        ),
        t(
          'A reset ends all your sessions. For {hours, plural, one {# hour} other {# hours}} afterwards, at most {limit} can leave and you can’t export your keys.',
          { hours: resetHoldHours, limit: `$${resetHoldUsd}` },
        ),
      ],
      link: { label: t('Reset your password'), to: paths.forgotPassword },
    },
    {
      id: 'freeze',
      title: t('What happens when I freeze my account?'),
      text: [
        t(
          'Nothing can leave until you unfreeze it: no payment, no swap and no key. You still receive money.',
        ),
        t(
          'Freeze it under Security, or with the link in any email about your security. To unfreeze it, use a passkey that you added at least {hours, plural, one {# hour} other {# hours}} earlier, or your password with both codes.',
          { hours: unfreezePasskeyHours },
        ),
        t(
          'Your 12 words still work in other apps. If someone has them, move your money to a new wallet instead.',
        ),
      ],
      link: security,
    },
    {
      id: 'passkey-or-app',
      title: t('Should I use a passkey or an authenticator app?'),
      text: [
        t(
          'A passkey, if your device has one: your screen lock protects it, and a fake page can’t use it. An app shows codes that a fake page could pass on.',
        ),
        t(
          'Both approve payments, and most passkeys also sign you in without a password. You can have both, and recovery codes for the day you have neither.',
        ),
      ],
      link: security,
    },
    {
      id: 'daily-limit',
      title: t('When does a payment need my approval?'),
      text: [
        t(
          'Once you have a passkey or an app: when more than your daily limit leaves, which is {limit} unless you change it, and when you pay someone for the first time.',
          { limit: `$${dailyLimitUsd}` },
        ),
        t(
          'A coin without a known price needs it too. Without a passkey or an app, payments need no approval. Lowering the limit takes effect right away. Raising it takes {hours, plural, one {# hour} other {# hours}}.',
          { hours: limitRaiseHours },
        ),
        t('Your 12 words work without any limit in other apps.'),
      ],
      link: security,
    },
    {
      id: 'holds',
      title: t('Why can’t I send more right now?'),
      text: [
        t(
          'For {hours, plural, one {# hour} other {# hours}} after a password reset, at most {resetLimit} can leave. In the first {minutes, plural, one {# minute} other {# minutes}} on a new device, it’s {deviceLimit}.',
          {
            hours: resetHoldHours,
            resetLimit: `$${resetHoldUsd}`,
            minutes: newDeviceMinutes,
            deviceLimit: `$${newDeviceUsd}`,
          },
        ),
        t(
          'If someone else reset your password or signed in, this gives you time to stop them. A passkey that you added before approves more.',
        ),
      ],
    },
    {
      id: 'backup-words',
      title: t('What are the 12 words?'),
      text: [
        t(
          'They are your wallet: anyone who has them can move your money, without Kax and without your password. Write them on paper and show them to no one.',
        ),
        t(
          'They restore both balances in Railway and the public one in MetaMask, even if Kax no longer exists. Back them up under Settings.',
        ),
      ],
      link: settings,
    },
    {
      id: 'scams',
      title: t('What will Kax never ask me for?'),
      text: [
        t(
          'We never ask for your 12 words, your private key, your password or a code in a message, a chat or a call. Whoever does is a scammer.',
        ),
        t(
          'We send codes only when someone requests them, and they expire after {minutes, plural, one {# minute} other {# minutes}}. If you didn’t request one, share it with no one.',
          { minutes: minutesIn(CODES_LAST_MS) },
        ),
        t(
          'Scammers also create addresses whose first and last characters match one you know. Check the whole address, or save people as contacts.',
        ),
      ],
    },
    {
      id: 'signed-out',
      title: t('Why was I signed out?'),
      text: [
        t(
          'Kax signs you out after {minutes, plural, one {# minute} other {# minutes}} without use, and after {hours, plural, one {# hour} other {# hours}} at the latest. A new password also ends your other sessions.',
          { minutes: minutesIn(IDLE_MS), hours: hoursIn(ABSOLUTE_MS) },
        ),
        t('Payments that you confirmed continue.'),
      ],
    },
  ],
} as const satisfies TopicGroup;
