import {
  contactIn,
  forDeviceIn,
  isOfPhone,
  isTextLater,
  type NoticeContent,
  type NoticeText,
  requestIn,
} from './notice-text.ts';

/** The texts of notices with a code. */
export const codeTexts = {
  'registration-codes': (content) => ({
    subject: 'Your Kax email code',
    paragraphs: [
      isTextLater(content)
        ? 'Enter this code, and we’ll text you the other one to finish creating your account.'
        : 'Enter this code with the one we texted you to finish creating your account.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t sign up, ignore this email. No one can use one code alone.`,
    ],
    sms: `Your Kax phone code${forDeviceIn(content)}. It expires in 10 minutes. No one from Kax will ask for it.`,
  }),
  'reset-codes': (content) => ({
    subject: 'Your Kax email code for a new password',
    paragraphs: [
      isTextLater(content)
        ? 'Enter this code, and we’ll text you the other one to set a new password.'
        : 'Enter this code with the one we texted you to set a new password.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, ignore this email. No one can use one code alone. Never share it with anyone.`,
    ],
    sms: `Your Kax phone code for a new password${forDeviceIn(content)}. It expires in 10 minutes. Never share it with anyone.`,
  }),
  'contact-change-codes': (content) => ({
    subject: `Your Kax email code to change your ${contactIn(content)}`,
    paragraphs: [
      `Enter this code with the one we texted to change the ${contactIn(content)} of a Kax account.`,
      isOfPhone(content)
        ? `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, someone knows your password: change it immediately. Never share this code with anyone.`
        : `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, ignore this email. No one can use one code alone.`,
    ],
    sms: isOfPhone(content)
      ? `Your Kax code for this number${forDeviceIn(content)}. It expires in 10 minutes. No one from Kax will ask for it.`
      : `Your Kax code to change your email${forDeviceIn(content)}. It expires in 10 minutes. If you didn't request it, change your password now.`,
  }),
  'unfreeze-codes': (content) => ({
    subject: 'Your Kax email code to unfreeze your account',
    paragraphs: [
      'Enter this code with the one we texted you to unfreeze your account.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, don’t share it with anyone, and reset your password.`,
    ],
    sms: 'Your Kax phone code to unfreeze your account. It expires in 10 minutes. Never share it with anyone.',
  }),
  'lost-factors-codes': (content) => ({
    subject: 'Your Kax email code to remove your passkeys and app',
    paragraphs: [
      'Enter this code with the one we texted you to remove every passkey and authenticator app from your account.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, don’t share it with anyone, and reset your password.`,
    ],
    sms: 'Your Kax phone code to remove your passkeys and app. It expires in 10 minutes. Never share it with anyone.',
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;
