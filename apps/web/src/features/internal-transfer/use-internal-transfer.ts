import { useMemo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { usePreparedPrivateTransaction } from '../../money-form/api/prepare-private-transaction.ts';
import type { CheckedRecipient } from '../../money-form/checked-recipient.ts';
import type { PoolQuote } from '../../money-form/quote-query.ts';
import { type PoolForm, usePoolForm } from '../../money-form/use-pool-form.ts';
import { useUser } from '../../state/auth-session.ts';
import { sendInternalTransfer } from './api/internal-transfer.ts';
import { useInternalTransferQuote } from './api/quote-internal-transfer.ts';
import { useRecipientOfTransfer } from './use-private-recipient.ts';

interface TransferOptions {
  readonly isOpen: boolean;
  readonly firstCoin: Coin;
  readonly coins: readonly Coin[];
  readonly onStarted: () => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
}

/** The state and actions of Internal Transfer, without the UI. */
export interface Transfer extends PoolForm<PoolQuote> {
  readonly senderAddress: string;
  readonly recipient: CheckedRecipient;
  readonly canContinue: boolean;
  readonly canConfirm: boolean;
  readonly confirmNow: () => void;
}

export function useInternalTransfer(options: TransferOptions): Transfer {
  const { firstCoin } = options;
  const { wallet } = useUser();
  const senderAddress = wallet.privateWalletAddress;
  const form = usePoolForm<PoolQuote>({
    ...options,
    name: 'internal-transfer',
    start: {
      tokenId: firstCoin.id,
      amount: { kind: 'typed', text: '', unit: 'coin' },
      recipient: '',
      sendWithinMinutes: null,
    },
    useQuote: useInternalTransferQuote,
    make: (issued) => sendInternalTransfer(issued, senderAddress),
    fallback: 'Internal transfer failed. Please try again.',
  });
  const { state, coin, amount } = form;
  const recipient = useRecipientOfTransfer(state.draft.recipient, coin.id);
  const hasRecipient = recipient.at === 'known';
  usePreparedPrivateTransaction(usePlannedPrivateTransaction(form, recipient));

  return {
    ...form,
    senderAddress,
    recipient,
    canContinue: amount.units !== null && hasRecipient,
    canConfirm: state.at === 'confirm' && hasRecipient,
    confirmNow: () => {
      if (hasRecipient) form.confirm(recipient.address);
    },
  };
}

/** @returns the transaction that the confirm step shows; null before that step. */
function usePlannedPrivateTransaction(
  { state, coin }: PoolForm<PoolQuote>,
  recipient: CheckedRecipient,
) {
  const units = state.at === 'confirm' ? state.units : null;
  const recipientAddress = recipient.at === 'known' ? recipient.address : null;
  return useMemo(() => {
    if (units === null || recipientAddress === null) return null;
    const amount = units.toString();
    return { kind: 'internal-transfer', tokenId: coin.id, amount, recipientAddress } as const;
  }, [units, recipientAddress, coin.id]);
}
