import type { SavedContact } from '#wire/wallet/saved-contact';
import { emailOrPhoneKind, normalizedEmailOrPhone } from './email-or-phone.ts';

/** What a text in the recipient field is, by its shape: only a whole email or phone is searched for on Kax. */
export type RecipientTextKind = 'empty' | 'address' | 'email' | 'phone' | 'name';

const ADDRESS = /^0(?:x|zk?)|^[0-9a-z]{30,}$/i;

export function recipientTextKind(typed: string): RecipientTextKind {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (ADDRESS.test(text)) return 'address';
  return emailOrPhoneKind(text) ?? 'name';
}

/** @returns the contact with exactly this email or phone; null when none has it */
export function contactWith(
  contacts: readonly SavedContact[],
  emailOrPhone: string,
): SavedContact | null {
  const wanted = normalizedEmailOrPhone(emailOrPhone);
  return (
    contacts.find((one) => {
      const own = one.emailOrPhone;
      return own !== null && normalizedEmailOrPhone(own) === wanted;
    }) ?? null
  );
}
