import { contactIn, NOT_YOU, type NoticeContent, type NoticeText, timeIn } from './notice-text.ts';

/** The texts of notices about what protects an account. */
export const protectionTexts = {
  'factor-added': ({ what = 'a second factor', ip = '', at = '' }) => ({
    subject: 'You added a way to approve payments in Kax',
    paragraphs: [
      `Someone added ${what} to your account on ${timeIn(at)}, from IP address ${ip}. It can approve payments and changes of your account.`,
      'If this wasn’t you, freeze your account now and reset your password. Then remove it under “Security”, with a passkey of yours or as lost.',
    ],
    sms: `Someone added ${what} to your Kax account. If this wasn't you, freeze your account and reset your password now.`,
  }),
  'factor-removed': ({ what = 'a second factor', ip = '', at = '' }) => ({
    subject: 'You removed a way to approve payments in Kax',
    paragraphs: [
      `Someone removed ${what} from your account on ${timeIn(at)}, from IP address ${ip}. It no longer approves anything.`,
      NOT_YOU,
    ],
    sms: `Someone removed ${what} from your Kax account. If this wasn't you, reset your password now.`,
  }),
  'recovery-codes-replaced': ({ ip = '', at = '' }) => ({
    subject: 'Your Kax recovery codes were replaced',
    paragraphs: [
      `Your recovery codes were replaced on ${timeIn(at)}, from IP address ${ip}. Earlier codes no longer work.`,
      NOT_YOU,
    ],
    sms: null,
  }),
  'recovery-code-used': ({ left = '', ip = '', at = '' }) => ({
    subject: 'A Kax recovery code was used',
    paragraphs: [
      `Someone approved a request with one of your recovery codes on ${timeIn(at)}, from IP address ${ip}. That code no longer works.${leftIn(left)}`,
      'If this wasn’t you, replace your recovery codes under “Security” and reset your password immediately. This ends every session and keeps your wallet yours.',
    ],
    sms: null,
  }),
  'account-frozen': ({ at = '' }) => ({
    subject: 'Your Kax account is frozen',
    paragraphs: [
      `Your account was frozen on ${timeIn(at)}. Nothing can leave until you unfreeze it. You can still receive money.`,
      'To unfreeze it, sign in and open “Security”. You need a passkey you’ve had for a day, or your password and both codes. Freezing can’t stop someone who has your 12 words.',
    ],
    sms: 'Your Kax account is frozen. Nothing can leave until you sign in and unfreeze it.',
  }),
  'account-unfrozen': ({ at = '' }) => ({
    subject: 'Your Kax account is no longer frozen',
    paragraphs: [
      `Your account was unfrozen on ${timeIn(at)}. Payments can leave again.`,
      'If you didn’t do this, freeze it again and reset your password immediately.',
    ],
    sms: 'Your Kax account was unfrozen. If this wasn’t you, freeze it again and reset your password now.',
  }),
  'limit-raised': ({ at = '', limit = '' }) => ({
    subject: 'Your Kax daily limit will rise',
    paragraphs: [
      `Your daily limit rises to $${limit} on ${timeIn(at)}. Until then, the old limit applies.`,
      'To cancel this, set a lower limit under “Security”. That takes effect immediately.',
    ],
    sms: null,
  }),
  'hold-lifted': ({ at = '' }) => ({
    subject: 'You ended the hold after your password reset',
    paragraphs: [
      `On ${timeIn(at)}, one of your passkeys ended the 24-hour hold that followed your password reset. Payments and exports no longer wait.`,
    ],
    sms: null,
  }),
  'factors-removal': ({ at = '' }) => ({
    subject: 'Your passkeys and app will be removed from Kax',
    paragraphs: [
      `Someone entered your password and both codes to remove every passkey, authenticator app and recovery code from your account. They’ll be removed on ${timeIn(at)}.`,
      'If this wasn’t you, sign in and cancel it under “Security”, then reset your password.',
    ],
    sms: 'Your Kax passkeys and app will be removed, as requested with both codes. If this wasn’t you, sign in and cancel it.',
  }),
  'factors-removed': ({ at = '' }) => ({
    subject: 'Your passkeys and app were removed from Kax',
    paragraphs: [
      `Every passkey, authenticator app and recovery code was removed from your account on ${timeIn(at)}, as requested earlier with both codes.`,
      'Add a new passkey under “Security” to protect your account again.',
    ],
    sms: 'Your Kax passkeys and app were removed, as requested earlier with both codes.',
  }),
  'saved-address-changed': ({ ip = '', at = '' }) => ({
    subject: 'An address in your Kax contacts was changed',
    paragraphs: [
      `Someone changed the address of one of your contacts on ${timeIn(at)}, from IP address ${ip}. Kax warns you before you pay the new address.`,
      'If this wasn’t you, someone else is signed in to your account. Freeze it now, reset your password and check your contacts.',
    ],
    sms: null,
  }),
  'security-reminder': ({ lacks, link }) => ({
    subject: 'One more step to protect your Kax account',
    paragraphs: [
      lacks === 'recovery-codes'
        ? 'Your account has no recovery codes. If you lose your device, they’re the quickest way back to approving payments.'
        : 'Your account has no passkey or authenticator app. Anyone who learns your password could pay with it.',
      'It takes about a minute under “Security”. We’ll remind you at most once a week.',
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
  'contact-in-use': (content) => ({
    subject: 'Someone tried to use your email address for another Kax account',
    paragraphs: [
      'Someone tried to move another Kax account to your email address. Your account uses it, and nothing about your account has changed.',
      'If it was you, delete the other account first, or choose another address for it. If it wasn’t, there’s nothing to do.',
    ],
    sms: `Someone tried to use your ${contactIn(content)} for another Kax account. Nothing about your account has changed.`,
  }),
  'contact-change-confirmed': (content) => ({
    subject: `Your Kax ${contactIn(content)} is about to change`,
    paragraphs: [
      `The ${contactIn(content)} of your Kax account changes to ${content.value ?? ''} on ${timeIn(content.at ?? '')}. Until then you sign in with the old one.`,
      'If this wasn’t you, sign in, open “Security” and cancel the change, then change your password. If you can’t sign in, reset your password: this cancels the change too.',
    ],
    sms: `Your Kax ${contactIn(content)} changes to ${content.value ?? ''} on ${timeIn(content.at ?? '')}. If this wasn't you, sign in and cancel it, or reset your password.`,
  }),
  'contact-change-cancelled': (content) => ({
    subject: `Your Kax ${contactIn(content)} stays the same`,
    paragraphs: [
      content.reason === 'in-use'
        ? `We didn’t change your ${contactIn(content)} to ${content.value ?? ''}. Another account uses it by now.`
        : `The change of your ${contactIn(content)} to ${content.value ?? ''} was cancelled.`,
      'You sign in as before. If you want to change it, start again under “Security”.',
    ],
    sms: null,
  }),
  'contact-changed': (content) => ({
    subject: `Your Kax ${contactIn(content)} was changed`,
    paragraphs: [
      `The ${contactIn(content)} of your Kax account is now ${content.value ?? ''}. You sign in with it from now on, and reset your password with it.`,
      'If this wasn’t you, move your money to another wallet now, if you’re still signed in.',
    ],
    sms: `Your Kax ${contactIn(content)} is now ${content.value ?? ''}.`,
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function leftIn(left: string): string {
  return /^\d+$/.test(left) ? ` You have ${left} left.` : '';
}
