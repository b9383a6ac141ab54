import { useMemo } from 'react';
import { parseMessage } from '#domain/message/private-message';
import type { Coin } from '#wire/wallet/coin';
import { useSavePaid } from '../../contacts/use-save-paid.ts';
import { usePreparedPrivateTransaction } from '../../money-form/api/prepare-private-transaction.ts';
import type { CheckedRecipient } from '../../money-form/checked-recipient.ts';
import { type Payee, payeeAddress } from '../../money-form/payee.ts';
import { messageOf } from '../../money-form/pool-flow.ts';
import type { PoolQuote } from '../../money-form/quote-query.ts';
import { type AddressCheck, useAddressCheck } from '../../money-form/use-address-check.ts';
import { type PoolForm, usePoolForm } from '../../money-form/use-pool-form.ts';
import { useUser } from '../../state/auth-session.ts';
import { sendInternalTransfer } from './api/internal-transfer.ts';
import { useInternalTransferQuote } from './api/quote-internal-transfer.ts';
import { useRecipientOfTransfer } from './use-private-recipient.ts';

interface TransferOptions {
  readonly isOpen: boolean;
  readonly firstCoin: Coin;
  readonly coins: readonly Coin[];
  /** Whom the form starts with. */
  readonly payee: Payee;
  readonly onStarted: () => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
}

/** The state and actions of Internal Transfer, without the UI. */
export interface Transfer extends PoolForm<PoolQuote> {
  readonly senderAddress: string;
  /** As the user registered. */
  readonly senderName: string;
  readonly recipient: CheckedRecipient;
  readonly addressCheck: AddressCheck;
  readonly canContinue: boolean;
  readonly canConfirm: boolean;
  readonly confirmNow: () => void;
}

export function useInternalTransfer(options: TransferOptions): Transfer {
  const { firstCoin } = options;
  const { name: senderName, wallet } = useUser();
  const senderAddress = wallet.privateWalletAddress;
  const savePaid = useSavePaid();
  const form = usePoolForm<PoolQuote>({
    ...options,
    onStarted: (draft) => {
      savePaid(draft.chosen);
      options.onStarted();
    },
    name: 'internal-transfer',
    start: {
      tokenId: firstCoin.id,
      amount: { kind: 'typed', text: '', unit: 'coin' },
      ...options.payee,
      sendWithinMinutes: null,
      message: '',
      showsSender: false,
    },
    useQuote: useInternalTransferQuote,
    make: (issued) => sendInternalTransfer(issued, senderAddress),
    fallback: 'Internal transfer failed. Please try again.',
  });
  const { state, coin, amount } = form;
  const recipient = useRecipientOfTransfer(payeeAddress(state.draft), coin.id);
  const hasRecipient = recipient.at === 'known';
  const addressCheck = useAddressCheck(coin, {
    recipient: state.at === 'confirm' ? recipient : null,
    chosen: state.draft.chosen,
  });
  const hasValidMessage = parseMessage(state.draft.message ?? '').ok;
  usePreparedPrivateTransaction(usePlannedPrivateTransaction(form, recipient));

  return {
    ...form,
    senderAddress,
    senderName,
    recipient,
    addressCheck,
    canContinue: amount.units !== null && hasRecipient && hasValidMessage,
    canConfirm: state.at === 'confirm' && hasRecipient && addressCheck.isPassed,
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
  const message = messageOf(state.draft);
  const showsSender = state.draft.showsSender === true;
  return useMemo(() => {
    if (units === null || recipientAddress === null) return null;
    const what = { kind: 'internal-transfer', tokenId: coin.id, amount: units.toString() } as const;
    const forRecipient = { ...(message && { message }), ...(showsSender && { showsSender }) };
    return { ...what, recipientAddress, ...forRecipient };
  }, [units, recipientAddress, coin.id, message, showsSender]);
}
