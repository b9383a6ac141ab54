import { t } from '#language/t';
import { originIn } from './content-texts.ts';
import {
  isOfPhone,
  isTextLater,
  type NoticeContent,
  type NoticeText,
  sentences,
} from './notice-text.ts';
import { requestedIn } from './requested-in.ts';

/** The texts of notices with a code. */
export const codeTexts = {
  'registration-codes': (content) => ({
    subject: t('Your Kax email code'),
    paragraphs: [
      isTextLater(content)
        ? t('Enter this code, and we’ll text you the other one to finish creating your account.')
        : t('Enter this code with the one we texted you to finish creating your account.'),
      sentences(
        requestedIn(content),
        t(
          'It works only there and expires in 10 minutes. If you didn’t sign up, ignore this email. No one can use one code alone.',
        ),
      ),
    ],
    sms: (code) => {
      const expiry = t('It expires in 10 minutes. No one from Kax will ask for it.');
      return sentences(phoneCode(content, code), expiry);
    },
  }),
  'reset-codes': (content) => ({
    subject: t('Your Kax email code for a new password'),
    paragraphs: [
      isTextLater(content)
        ? t('Enter this code, and we’ll text you the other one to set a new password.')
        : t('Enter this code with the one we texted you to set a new password.'),
      sentences(
        requestedIn(content),
        t(
          'It works only there and expires in 10 minutes. If you didn’t request it, ignore this email. No one can use one code alone. Never share it with anyone.',
        ),
      ),
    ],
    sms: (code) =>
      sentences(
        resetCode(content, code),
        t('It expires in 10 minutes. Never share it with anyone.'),
      ),
  }),
  'contact-change-codes': (content) => (isOfPhone(content) ? newPhone(content) : newEmail(content)),
  'unfreeze-codes': (content) => ({
    subject: t('Your Kax email code to unfreeze your account'),
    paragraphs: [
      t('Enter this code with the one we texted you to unfreeze your account.'),
      sentences(requestedIn(content), ifNotRequested()),
    ],
    sms: (code) =>
      t(
        '{code} is your Kax phone code to unfreeze your account. It expires in 10 minutes. Never share it with anyone.',
        { code },
      ),
  }),
  'lost-factors-codes': (content) => ({
    subject: t('Your Kax email code to remove your passkeys and app'),
    paragraphs: [
      t(
        'Enter this code with the one we texted you to remove every passkey and authenticator app from your account.',
      ),
      sentences(requestedIn(content), ifNotRequested()),
    ],
    sms: (code) =>
      t(
        '{code} is your Kax phone code to remove your passkeys and app. It expires in 10 minutes. Never share it with anyone.',
        { code },
      ),
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function ifNotRequested(): string {
  return t(
    'It works only there and expires in 10 minutes. If you didn’t request it, don’t share it with anyone, and reset your password.',
  );
}

function newPhone(content: NoticeContent): NoticeText {
  return {
    subject: t('Your Kax email code to change your phone number'),
    paragraphs: [
      t('Enter this code with the one we texted to change the phone number of a Kax account.'),
      sentences(
        requestedIn(content),
        t(
          'It works only there and expires in 10 minutes. If you didn’t request it, someone knows your password: change it immediately. Never share this code with anyone.',
        ),
      ),
    ],
    sms: (code) => {
      const expiry = t('It expires in 10 minutes. No one from Kax will ask for it.');
      return sentences(codeOfNumber(content, code), expiry);
    },
  };
}

function newEmail(content: NoticeContent): NoticeText {
  return {
    subject: t('Your Kax email code to change your email'),
    paragraphs: [
      t('Enter this code with the one we texted to change the email of a Kax account.'),
      sentences(
        requestedIn(content),
        t(
          'It works only there and expires in 10 minutes. If you didn’t request it, ignore this email. No one can use one code alone.',
        ),
      ),
    ],
    sms: (code) =>
      sentences(
        codeOfEmail(content, code),
        t("It expires in 10 minutes. If you didn't request it, change your password now."),
      ),
  };
}

function phoneCode(content: NoticeContent, code: string): string {
  const { device } = originIn(content);
  if (content.device === undefined) return t('{code} is your Kax phone code.', { code });
  return device === null
    ? t('{code} is your Kax phone code, requested with an unknown device.', { code })
    : t('{code} is your Kax phone code, requested with {device}.', { code, device });
}

function resetCode(content: NoticeContent, code: string): string {
  const { device } = originIn(content);
  if (content.device === undefined) {
    return t('{code} is your Kax phone code for a new password.', { code });
  }
  return device === null
    ? t('{code} is your Kax phone code for a new password, requested with an unknown device.', {
        code,
      })
    : t('{code} is your Kax phone code for a new password, requested with {device}.', {
        ...{ code, device },
      });
}

function codeOfNumber(content: NoticeContent, code: string): string {
  const { device } = originIn(content);
  if (content.device === undefined) return t('{code} is your Kax code for this number.', { code });
  return device === null
    ? t('{code} is your Kax code for this number, requested with an unknown device.', { code })
    : t('{code} is your Kax code for this number, requested with {device}.', { code, device });
}

function codeOfEmail(content: NoticeContent, code: string): string {
  const { device } = originIn(content);
  if (content.device === undefined) {
    return t('{code} is your Kax code to change your email.', { code });
  }
  return device === null
    ? t('{code} is your Kax code to change your email, requested with an unknown device.', { code })
    : t('{code} is your Kax code to change your email, requested with {device}.', { code, device });
}
