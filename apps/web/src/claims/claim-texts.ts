import type { ClaimRecipient } from '#domain/claim/claim';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { firstNameOf } from '../contacts/first-name.ts';
import { contactWith } from '../contacts/recipient-text.ts';

/** Who can claim a payment, as the texts need it. */
export type Channel = ClaimRecipient['channel'];

/** @returns as in `Only someone who can read lena@post.test can claim it.` */
export function whoCanClaim({ channel, value }: ClaimRecipient): string {
  return channel === 'email'
    ? t('Only someone who can read {value} can claim it.', { value })
    : t('Only someone who gets texts at {value} can claim it.', { value });
}

/** @returns what we did with the link, as in `We emailed lena@post.test.` */
export function messageSentText(channel: Channel, to: string): string {
  return channel === 'email' ? t('We emailed {to}.', { to }) : t('We texted {to}.', { to });
}

/** @returns what a reminder did, as in `We emailed lena@post.test again.` */
export function messageSentAgainText(channel: Channel, to: string): string {
  return channel === 'email'
    ? t('We emailed {to} again.', { to })
    : t('We texted {to} again.', { to });
}

/** @returns what we do with the link once the money is there, as in `We’ll email lena@post.test in a moment.` */
export function messageToComeText(channel: Channel, to: string): string {
  return channel === 'email'
    ? t('We’ll email {to} in a moment.', { to })
    : t('We’ll text {to} in a moment.', { to });
}

/** @returns what such a payment is called in lists */
export function claimType(channel: Channel): string {
  return channel === 'email' ? t('Send by email') : t('Send by text');
}

/** @returns the first name of the contact who has this email or phone; null when none has it */
export function knownFirstName(
  { value }: ClaimRecipient,
  contacts: readonly SavedContact[],
): string | null {
  const contact = contactWith(contacts, value);
  return contact === null ? null : firstNameOf(contact.name);
}
