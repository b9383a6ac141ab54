import { normalizeEmail, normalizePhone } from '../../../application/account-name.ts';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { AccountName } from '../../../ports/accounts.ts';

/** @returns what accounts are found by, as sign-in reads it */
export function readAccountName(text: string): AccountName | Refusal {
  if (text.includes('@')) {
    const email = normalizeEmail(text);
    return email === null ? refuse('email-not-valid') : { email };
  }
  const phone = normalizePhone(text);
  return phone === null ? refuse('phone-not-valid') : { phone };
}
