import type { SavedContact } from '#wire/wallet/saved-contact';
import { kindOfAddress } from '../contacts/chosen-recipient.ts';
import type { Again } from '../features/activity/details/again.ts';
import { firstModalEntry } from '../lib/modal-url/modal-entry.ts';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { fillAgain } from '../money-form/hand-over.ts';
import { contactPayee, NO_PAYEE, type Payee, typePayee } from '../money-form/payee.ts';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';

/**
 * @returns what opens the form of a payment, filled in. Neither amount nor address is in the URL, and every step of the
 *   form is still taken.
 */
export function usePayAgain(contact: SavedContact | null): (again: Again) => void {
  const navigate = useNavigate();
  const { id: userId, wallet } = useUser();
  return (again) => {
    const { form, coin, units, link } = again;
    const entry = firstModalEntry(false);
    const payee = payeeOf(again, contact, wallet.publicWalletAddress);
    fillAgain(form, { coin, units, payee, link }, { userId, opening: entry.opening });
    const search = new URLSearchParams({ do: form, coin: coin.id });
    navigate({ pathname: paths.dashboard, search: `?${search}` }, { state: entry });
  };
}

/** What becomes public goes to the user's own address unless it pays someone. */
function payeeOf(
  { form, address }: Again,
  contact: SavedContact | null,
  ownAddress: string,
): Payee {
  if (address === null) return form === 'unshield' ? typePayee(ownAddress) : NO_PAYEE;
  return contact === null ? typePayee(address) : contactPayee(contact, kindOfAddress(address));
}
