import { useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import {
  needsCheck,
  type RecipientFacts,
  useRecipientFacts,
} from '../../money-form/api/recipient-facts.ts';
import type { CheckedRecipient } from '../../money-form/checked-recipient.ts';

/** What the review of an unshield says about the recipient, and whether the user has to check the address. */
export interface AddressCheck {
  /** Null while they are loading, for the user's own address, and when they could not be read. */
  readonly facts: RecipientFacts | null;
  readonly couldNotRead: boolean;
  /** The user has to tick that they checked the address. */
  readonly needsTick: boolean;
  readonly isTicked: boolean;
  readonly tick: (isTicked: boolean) => void;
  /** Nothing more has to be loaded or ticked. */
  readonly isPassed: boolean;
}

/** @param recipient on the review; null before it, and when the money stays with its owner. */
export function useAddressCheck(coin: Coin, recipient: CheckedRecipient | null): AddressCheck {
  const isOthers = recipient?.at === 'known' && !recipient.isOwn;
  const address = isOthers ? recipient.address : null;
  const { data: facts = null, error } = useRecipientFacts(coin.id, address);
  // Holds the address, so that another one has to be ticked again.
  const [ticked, setTicked] = useState<string | null>(null);
  const isTicked = address !== null && ticked === address;

  const couldNotRead = facts === null && error !== null;
  const needsTick = couldNotRead || (facts !== null && needsCheck(facts));
  const isLoading = address !== null && facts === null && !couldNotRead;
  return {
    facts,
    couldNotRead,
    needsTick,
    isTicked,
    tick: (isChosen) => setTicked(isChosen ? address : null),
    isPassed: !isLoading && (isTicked || !needsTick),
  };
}
