import type { Coin } from '#wire/wallet/coin';
import type { ChosenRecipient } from '../../contacts/chosen-recipient.ts';
import type { HandedOverLink, HandOver } from '../../money-form/hand-over.ts';
import type { PrivateFunds, UsePrivateFunds } from './private-funds.ts';
import type { SendState, Visibility } from './send-flow.ts';

/** The private balance, for a form that can go on with it. */
export interface PrivateOption {
  readonly useFunds: UsePrivateFunds;
  readonly handOver: HandOver;
  readonly handOverLink: (payment: HandedOverLink) => void;
}

/** The choice between the two balances. */
export interface VisibilityChoice {
  readonly visibility: Visibility;
  readonly funds: PrivateFunds;
  readonly chosen: ChosenRecipient;
}

/**
 * Private as long as the private balance is enough, unless the user chose public.
 * @returns null when there is nothing to choose: no one with both addresses was chosen, or the coin can't be private
 */
export function useVisibility(
  state: SendState,
  coin: Coin,
  option: PrivateOption | undefined,
): VisibilityChoice | null {
  const useFunds = option?.useFunds ?? useNoFunds;
  const at = state.at === 'recipient' ? state : null;
  const chosen = at?.draft.chosen ?? null;
  const hasBoth =
    chosen !== null && chosen.publicAddress !== null && chosen.privateAddress !== null;
  const canChoose = option !== undefined && hasBoth && coin.isShieldable;
  const funds = useFunds(canChoose ? coin.id : null);
  if (at === null || !canChoose || chosen === null) return null;
  const isEnough = funds.at === 'known' && funds.most >= at.units;
  const visibility = isEnough ? (at.draft.visibility ?? 'private') : 'public';
  return { visibility, funds, chosen };
}

function useNoFunds(): PrivateFunds {
  return { at: 'unavailable' };
}
