import { useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { type ChosenRecipient, kindOfAddress } from '../contacts/chosen-recipient.ts';
import { useRecipientFacts } from './api/recipient-facts.ts';
import type { CheckedRecipient } from './checked-recipient.ts';
import { needsCheck, type RecipientDoubts } from './recipient-doubts.ts';
import { useRecipientDoubts } from './use-recipient-doubts.ts';

/** What a review says about the recipient, and whether the user has to check the address. */
export interface AddressCheck {
  /** Null while they are loading, and for the user's own address. */
  readonly doubts: RecipientDoubts | null;
  readonly isTicked: boolean;
  readonly tick: (isTicked: boolean) => void;
  /** Nothing more has to be loaded or ticked. */
  readonly isPassed: boolean;
}

interface Reviewed {
  /** Null before the review, and when the money stays with its owner. */
  readonly recipient: CheckedRecipient | null;
  readonly chosen: ChosenRecipient | null;
}

export function useAddressCheck(coin: Coin, { recipient, chosen }: Reviewed): AddressCheck {
  const isOthers = recipient?.at === 'known' && !recipient.isOwn;
  const address = isOthers ? recipient.address : null;
  const isPublic = address !== null && kindOfAddress(address) === 'public';
  const { data: facts = null, error } = useRecipientFacts(coin.id, isPublic ? address : null);
  const doubts = useRecipientDoubts({ address, chosen, facts, areFactsLost: error !== null });
  // Holds the address, so that another one has to be ticked again.
  const [ticked, setTicked] = useState<string | null>(null);
  const isTicked = address !== null && ticked === address;
  return {
    doubts,
    isTicked,
    tick: (isChosen) => setTicked(isChosen ? address : null),
    isPassed: address === null || (doubts !== null && (isTicked || !needsCheck(doubts))),
  };
}
