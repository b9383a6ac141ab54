import { useState } from 'react';
import { useContactOf } from '../../contacts/contact-of.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { Payment } from './find-payment.ts';

/** What the user chose to have on the receipt. */
export interface ReceiptChoices {
  readonly showsOwnName: boolean;
  readonly showsOtherName: boolean;
  readonly otherName: string;
  readonly showsMessage: boolean;
}

/** After this long without typing, a name is signed. */
const NAME_SETTLES_MS = 600;

/** The choices, filled in from the contact, or else from the name that the sender shows. */
export function useReceiptChoices({ otherAddress, shownName }: Payment) {
  const contact = useContactOf(otherAddress);
  const [changed, setChanged] = useState<Partial<ReceiptChoices>>({});
  const knownName = contact?.name ?? shownName ?? '';
  const choices: ReceiptChoices = {
    showsOwnName: true,
    showsOtherName: knownName !== '',
    otherName: knownName,
    showsMessage: true,
    ...changed,
  };
  const typed = choices.showsOtherName ? choices.otherName.trim() : '';
  const settled = useDebounced(typed, typed === '' || typed === knownName ? 0 : NAME_SETTLES_MS);
  return {
    choices,
    change: (more: Partial<ReceiptChoices>) => setChanged({ ...changed, ...more }),
    /** As it is to be signed; null to leave it out. */
    otherName: settled === '' ? null : settled,
    isTyping: settled !== typed,
  };
}
