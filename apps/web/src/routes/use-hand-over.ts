import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import {
  fillOtherForm,
  fillPrivateLink,
  type HandedOverLink,
  type HandOver,
} from '../money-form/hand-over.ts';
import { useUser } from '../state/auth-session.ts';

/** @returns what closes one form and opens the other one, filled in with what was entered */
export function useHandOver(replace: (next: Replacement) => void): HandOver {
  const { id: userId } = useUser();
  return (form, payment) => {
    const opening = crypto.randomUUID();
    fillOtherForm(form, payment, { userId, opening });
    const { coin, chosen } = payment;
    // A coin that can't be private has no place in the other balance.
    const subject = coin.isShieldable ? { coin: coin.id } : { to: chosen.contactId ?? '' };
    replace({ params: { do: form, ...subject }, opening });
  };
}

/** @returns what closes Send and opens the form of the private balance, filled in with a payment by link */
export function useHandOverLink(
  replace: (next: Replacement) => void,
): (payment: HandedOverLink) => void {
  const { id: userId } = useUser();
  return (payment) => {
    const opening = crypto.randomUUID();
    fillPrivateLink(payment, { userId, opening });
    replace({ params: { do: 'internal-transfer', coin: payment.coin.id }, opening });
  };
}
