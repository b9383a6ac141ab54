import { t } from '#language/t';
import { timeIn } from './content-texts.ts';
import { isOfPhone, type NoticeContent, type NoticeText } from './notice-text.ts';

/** The texts of notices about a change of email or phone number. */
export const contactTexts = {
  'contact-in-use': (content) => ({
    subject: t('Someone tried to use your email address for another Kax account'),
    paragraphs: [
      t(
        'Someone tried to move another Kax account to your email address. Your account uses it, and nothing about your account has changed.',
      ),
      t(
        'If it was you, delete the other account first, or choose another address for it. If it wasn’t, there’s nothing to do.',
      ),
    ],
    sms: isOfPhone(content)
      ? t(
          'Someone tried to use your phone number for another Kax account. Nothing about your account has changed.',
        )
      : t(
          'Someone tried to use your email for another Kax account. Nothing about your account has changed.',
        ),
  }),
  'contact-change-confirmed': (content) => ({
    subject: isOfPhone(content)
      ? t('Your Kax phone number is about to change')
      : t('Your Kax email is about to change'),
    paragraphs: [
      isOfPhone(content)
        ? t(
            'The phone number of your Kax account changes to {value} on {time}. Until then you sign in with the old one.',
            changeIn(content),
          )
        : t(
            'The email of your Kax account changes to {value} on {time}. Until then you sign in with the old one.',
            changeIn(content),
          ),
      t(
        'If this wasn’t you, sign in, open “Security” and cancel the change, then change your password. If you can’t sign in, reset your password: this cancels the change too.',
      ),
    ],
    sms: isOfPhone(content)
      ? t(
          "Your Kax phone number changes to {value} on {time}. If this wasn't you, sign in and cancel it, or reset your password.",
          changeIn(content),
        )
      : t(
          "Your Kax email changes to {value} on {time}. If this wasn't you, sign in and cancel it, or reset your password.",
          changeIn(content),
        ),
  }),
  'contact-change-cancelled': (content) => ({
    subject: isOfPhone(content)
      ? t('Your Kax phone number stays the same')
      : t('Your Kax email stays the same'),
    paragraphs: [
      content.reason === 'in-use' ? usedByNow(content) : cancelled(content),
      t('You sign in as before. If you want to change it, start again under “Security”.'),
    ],
    sms: null,
  }),
  'contact-changed': (content) => ({
    subject: isOfPhone(content)
      ? t('Your Kax phone number was changed')
      : t('Your Kax email was changed'),
    paragraphs: [
      isOfPhone(content)
        ? t(
            'The phone number of your Kax account is now {value}. You sign in with it from now on, and reset your password with it.',
            valueIn(content),
          )
        : t(
            'The email of your Kax account is now {value}. You sign in with it from now on, and reset your password with it.',
            valueIn(content),
          ),
      t('If this wasn’t you, move your money to another wallet now, if you’re still signed in.'),
    ],
    sms: isOfPhone(content)
      ? t('Your Kax phone number is now {value}.', valueIn(content))
      : t('Your Kax email is now {value}.', valueIn(content)),
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function usedByNow(content: NoticeContent): string {
  return isOfPhone(content)
    ? t(
        'We didn’t change your phone number to {value}. Another account uses it by now.',
        valueIn(content),
      )
    : t(
        'We didn’t change your email to {value}. Another account uses it by now.',
        valueIn(content),
      );
}

function cancelled(content: NoticeContent): string {
  return isOfPhone(content)
    ? t('The change of your phone number to {value} was cancelled.', valueIn(content))
    : t('The change of your email to {value} was cancelled.', valueIn(content));
}

function changeIn({ at = '', ...content }: NoticeContent) {
  return { ...valueIn(content), time: timeIn(at) };
}

function valueIn({ value = '' }: NoticeContent) {
  return { value };
}
