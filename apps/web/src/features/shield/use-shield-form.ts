import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { useSavePaid } from '../../contacts/use-save-paid.ts';
import { usePreparedPrivateTransaction } from '../../money-form/api/prepare-private-transaction.ts';
import { RECIPIENT_KEY } from '../../money-form/api/recipient-facts.ts';
import type { CheckedRecipient } from '../../money-form/checked-recipient.ts';
import { costText } from '../../money-form/fee-text.ts';
import { NO_PAYEE, payeeAddress } from '../../money-form/payee.ts';
import type { PoolDraft } from '../../money-form/pool-flow.ts';
import type { PoolQuote } from '../../money-form/quote-query.ts';
import { type RelayerCheck, useRelayerCheck } from '../../money-form/relayer-tick.tsx';
import { type AddressCheck, useAddressCheck } from '../../money-form/use-address-check.ts';
import { type PoolForm, usePoolForm } from '../../money-form/use-pool-form.ts';
import { useRefreshNotes } from '../../notes/api/notes.ts';
import { isValidNote } from '../../notes/own-note-part.ts';
import { useUser } from '../../state/auth-session.ts';
import { type ShieldQuote, useShieldQuote } from './api/quote-shield.ts';
import { useUnshieldQuote } from './api/quote-unshield.ts';
import { sendShield } from './api/shield.ts';
import { sendUnshield } from './api/unshield.ts';
import { type Direction, labelsByDirection } from './direction.ts';
import { firstAmount } from './first-amount.ts';
import { useRecipientOfUnshield } from './use-unshield-recipient.ts';

interface ShieldFormOptions {
  readonly isOpen: boolean;
  readonly direction: Direction;
  /** It starts with a small amount instead of the whole balance. */
  readonly isGuided: boolean;
  readonly firstCoin: Coin;
  readonly coins: readonly Coin[];
  readonly onStarted: () => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
}

/** The state and actions of Shield and Unshield, without the UI. */
export interface ShieldForm extends PoolForm<PoolQuote> {
  readonly direction: Direction;
  readonly recipient: CheckedRecipient;
  readonly ownAddress: string;
  /** False when the wallet addresses are unknown, so there is no destination. */
  readonly hasWallet: boolean;
  /** The error when the native coin does not cover the fee; null otherwise. */
  readonly feeProblem: string | null;
  readonly addressCheck: AddressCheck;
  /** Of an unshield; a shield is sent from the public balance. */
  readonly relayerCheck: RelayerCheck;
  /** The user left the confirm step to enter another recipient. */
  readonly isChangingRecipient: boolean;
  readonly changeRecipient: () => void;
  readonly canContinue: boolean;
  readonly canConfirm: boolean;
  readonly confirmNow: () => void;
}

export function useShieldForm(options: ShieldFormOptions): ShieldForm {
  const { direction, coins } = options;
  const isShield = direction === 'shield';
  const { wallet } = useUser();
  const ownAddress = wallet.publicWalletAddress;
  const hasWallet = ownAddress !== '' && wallet.privateWalletAddress !== '';
  const afterStart = useAfterStart();
  const form = usePoolForm<PoolQuote>({
    ...options,
    name: direction,
    onStarted: (draft) => {
      afterStart(draft);
      options.onStarted();
    },
    start: {
      tokenId: options.firstCoin.id,
      amount: options.isGuided ? firstAmount(options.firstCoin) : { kind: 'max' },
      recipient: isShield ? '' : ownAddress,
      chosen: null,
      sendWithinMinutes: null,
      ...(isShield ? {} : { ownNote: '' }),
    },
    useQuote: isShield ? useShieldQuote : useUnshieldQuote,
    make: isShield ? sendShield : sendUnshield,
    fallback: labelsByDirection[direction].fallback,
  });
  const { state, dispatch, coin } = form;
  const text = payeeAddress(state.draft);
  const recipient = useRecipientOfUnshield({ text, coin, coins, ownAddress });
  const [isChangingRecipient, setChangingRecipient] = useState(false);
  usePreparedPrivateTransaction(usePlannedPrivateTransaction(form, direction, recipient));

  const addressCheck = useAddressCheck(coin, {
    recipient: state.at === 'confirm' && !isShield ? recipient : null,
    chosen: state.draft.chosen,
  });

  const relayerCheck = useRelayerCheck();

  const hasRecipient = isShield || recipient.at === 'known';
  const feeProblem = feeProblemOf(form, coins);
  return {
    ...form,
    direction,
    recipient,
    ownAddress,
    hasWallet,
    feeProblem,
    addressCheck,
    relayerCheck,
    isChangingRecipient,
    continueToConfirm: () => {
      setChangingRecipient(false);
      form.continueToConfirm();
    },
    changeRecipient: () => {
      setChangingRecipient(true);
      dispatch({ type: 'went-back' });
      dispatch({ type: 'payee-entered', payee: NO_PAYEE });
    },
    canContinue: hasWallet && form.amount.units !== null && feeProblem === null && hasRecipient,
    canConfirm:
      state.at === 'confirm' &&
      hasRecipient &&
      addressCheck.isPassed &&
      (isShield || relayerCheck.isPassed) &&
      isValidNote(state.draft.ownNote ?? ''),
    confirmNow: () => {
      if (isShield) form.confirm('');
      else if (recipient.at === 'known') form.confirm(recipient.address);
    },
  };
}

/** @returns a function that shows what a payment changed besides the balances */
function useAfterStart(): (draft: PoolDraft) => void {
  const client = useQueryClient();
  const savePaid = useSavePaid();
  const refreshNotes = useRefreshNotes();
  return ({ chosen, ownNote = '' }) => {
    // The recipient is no longer new.
    client.removeQueries({ queryKey: RECIPIENT_KEY });
    savePaid(chosen);
    if (ownNote !== '') refreshNotes();
  };
}

/** @returns the unshield that the confirm step shows; null before that step and until the recipient is known. */
function usePlannedPrivateTransaction(
  { state, coin }: PoolForm<PoolQuote>,
  direction: Direction,
  recipient: CheckedRecipient,
) {
  const units = state.at === 'confirm' ? state.units : null;
  const recipientAddress = recipient.at === 'known' ? recipient.address : null;
  return useMemo(() => {
    if (direction === 'shield' || units === null || recipientAddress === null) return null;
    const amount = units.toString();
    return { kind: 'unshield', tokenId: coin.id, amount, recipientAddress } as const;
  }, [direction, units, recipientAddress, coin.id]);
}

/** Shielding a token pays the network fee in the native coin of the same chain. */
function feeProblemOf(
  { coin, bounds }: Pick<PoolForm<PoolQuote>, 'coin' | 'bounds'>,
  coins: readonly Coin[],
): string | null {
  const native = coins.find((one) => one.isNative && one.chainId === coin.chainId);
  if (!isShieldQuote(bounds) || coin.isNative || !native) return null;
  const needed = BigInt(bounds.networkFeeCeiling);
  if (BigInt(native.availableBaseUnits) >= needed) return null;
  const { feeSymbol, feeDecimals } = bounds;
  return t('You need {cost} {feeSymbol} for the network fee.', {
    cost: costText(needed, feeDecimals),
    feeSymbol,
  });
}

function isShieldQuote(quote: PoolQuote | null): quote is ShieldQuote {
  return quote !== null && 'networkFeeCeiling' in quote;
}
