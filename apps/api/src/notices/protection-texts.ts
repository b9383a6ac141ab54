import { t } from '#language/t';
import { amountIn, timeIn } from './content-texts.ts';
import {
  factorAdded,
  factorAddedInShort,
  factorRemoved,
  factorRemovedInShort,
} from './factor-sentences.ts';
import { type NoticeContent, type NoticeText, notYou, sentences } from './notice-text.ts';

/** The texts of notices about what protects an account. */
export const protectionTexts = {
  'factor-added': (content) => ({
    subject: t('You added a way to approve payments in Kax'),
    paragraphs: [
      sentences(factorAdded(content), t('It can approve payments and changes of your account.')),
      t(
        'If this wasn’t you, freeze your account now and reset your password. Then remove it under “Security”, with a passkey of yours or as lost.',
      ),
    ],
    sms: sentences(
      factorAddedInShort(content),
      t("If this wasn't you, freeze your account and reset your password now."),
    ),
  }),
  'factor-removed': (content) => ({
    subject: t('You removed a way to approve payments in Kax'),
    paragraphs: [sentences(factorRemoved(content), t('It no longer approves anything.')), notYou()],
    sms: sentences(
      factorRemovedInShort(content),
      t("If this wasn't you, reset your password now."),
    ),
  }),
  'recovery-codes-replaced': ({ ip = '', at = '' }) => ({
    subject: t('Your Kax recovery codes were replaced'),
    paragraphs: [
      t(
        'Your recovery codes were replaced on {time}, from IP address {ip}. Earlier codes no longer work.',
        { time: timeIn(at), ip },
      ),
      notYou(),
    ],
    sms: null,
  }),
  'recovery-code-used': ({ left = '', ip = '', at = '' }) => ({
    subject: t('A Kax recovery code was used'),
    paragraphs: [
      sentences(
        t(
          'Someone approved a request with one of your recovery codes on {time}, from IP address {ip}. That code no longer works.',
          { time: timeIn(at), ip },
        ),
        leftIn(left),
      ),
      t(
        'If this wasn’t you, replace your recovery codes under “Security” and reset your password immediately. This ends every session and keeps your wallet yours.',
      ),
    ],
    sms: null,
  }),
  'account-frozen': ({ at = '' }) => ({
    subject: t('Your Kax account is frozen'),
    paragraphs: [
      t(
        'Your account was frozen on {time}. Nothing can leave until you unfreeze it. You can still receive money.',
        { time: timeIn(at) },
      ),
      t(
        'To unfreeze it, sign in and open “Security”. You need a passkey you’ve had for a day, or your password and both codes. Freezing can’t stop someone who has your 12 words.',
      ),
    ],
    sms: t('Your Kax account is frozen. Nothing can leave until you sign in and unfreeze it.'),
  }),
  'account-unfrozen': ({ at = '' }) => ({
    subject: t('Your Kax account is no longer frozen'),
    paragraphs: [
      t('Your account was unfrozen on {time}. Payments can leave again.', { time: timeIn(at) }),
      t('If you didn’t do this, freeze it again and reset your password immediately.'),
    ],
    sms: t(
      'Your Kax account was unfrozen. If this wasn’t you, freeze it again and reset your password now.',
    ),
  }),
  'limit-raised': ({ at = '', limit = '' }) => ({
    subject: t('Your Kax daily limit will rise'),
    paragraphs: [
      t('Your daily limit rises to {limit} on {time}. Until then, the old limit applies.', {
        limit: `$${amountIn(limit)}`,
        time: timeIn(at),
      }),
      t('To cancel this, set a lower limit under “Security”. That takes effect immediately.'),
    ],
    sms: null,
  }),
  'hold-lifted': ({ at = '' }) => ({
    subject: t('You ended the hold after your password reset'),
    paragraphs: [
      t(
        'On {time}, one of your passkeys ended the 24-hour hold that followed your password reset. Payments and exports no longer wait.',
        { time: timeIn(at) },
      ),
    ],
    sms: null,
  }),
  'factors-removal': ({ at = '' }) => ({
    subject: t('Your passkeys and app will be removed from Kax'),
    paragraphs: [
      t(
        'Someone entered your password and both codes to remove every passkey, authenticator app and recovery code from your account. They’ll be removed on {time}.',
        { time: timeIn(at) },
      ),
      t('If this wasn’t you, sign in and cancel it under “Security”, then reset your password.'),
    ],
    sms: t(
      'Your Kax passkeys and app will be removed, as requested with both codes. If this wasn’t you, sign in and cancel it.',
    ),
  }),
  'factors-removed': ({ at = '' }) => ({
    subject: t('Your passkeys and app were removed from Kax'),
    paragraphs: [
      t(
        'Every passkey, authenticator app and recovery code was removed from your account on {time}, as requested earlier with both codes.',
        { time: timeIn(at) },
      ),
      t('Add a new passkey under “Security” to protect your account again.'),
    ],
    sms: t('Your Kax passkeys and app were removed, as requested earlier with both codes.'),
  }),
  'saved-address-changed': ({ ip = '', at = '' }) => ({
    subject: t('An address in your Kax contacts was changed'),
    paragraphs: [
      t(
        'Someone changed the address of one of your contacts on {time}, from IP address {ip}. Kax warns you before you pay the new address.',
        { time: timeIn(at), ip },
      ),
      t(
        'If this wasn’t you, someone else is signed in to your account. Freeze it now, reset your password and check your contacts.',
      ),
    ],
    sms: null,
  }),
  'security-reminder': ({ lacks, link }) => ({
    subject: t('One more step to protect your Kax account'),
    paragraphs: [
      lacks === 'recovery-codes'
        ? t(
            'Your account has no recovery codes. If you lose your device, they’re the quickest way back to approving payments.',
          )
        : t(
            'Your account has no passkey or authenticator app. Anyone who learns your password could pay with it.',
          ),
      t('It takes about a minute under “Security”. We’ll remind you at most once a week.'),
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function leftIn(left: string): string | null {
  if (!/^\d{1,3}$/.test(left)) return null;
  return t('{count, plural, other {You have # left.}}', { count: Number(left) });
}
