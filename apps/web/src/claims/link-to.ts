import type { ClaimRecipient } from '#domain/claim/claim';
import { emailOrPhoneKind, normalizedEmailOrPhone } from '../contacts/email-or-phone.ts';
import type { Payee } from '../money-form/payee.ts';

/** @returns whom a link can be sent to instead: the email or phone that was typed, or by which someone was found; null for none */
export function linkableTo({ recipient, chosen }: Payee): string | null {
  const text = chosen === null ? recipient : (chosen.emailOrPhone ?? '');
  return emailOrPhoneKind(text) === null ? null : normalizedEmailOrPhone(text);
}

/** @param linkTo as `linkableTo` returns it */
export function recipientOf(linkTo: string): ClaimRecipient {
  return { channel: linkTo.includes('@') ? 'email' : 'sms', value: linkTo };
}
