import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parseMessage } from '#domain/message/private-message';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { keepClaim, refreshClaims } from '../../claims/api/claims.ts';
import { makePaymentByLink } from '../../claims/api/make-claim.ts';
import { useLinkRefusal } from '../../claims/use-link-refusal.ts';
import { useSavePaid } from '../../contacts/use-save-paid.ts';
import type { ApiResult } from '../../lib/api-result.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import { usePreparedPrivateTransaction } from '../../money-form/api/prepare-private-transaction.ts';
import type { CheckedRecipient } from '../../money-form/checked-recipient.ts';
import { type Payee, payeeAddress } from '../../money-form/payee.ts';
import { type IssuedPoolRequest, messageOf } from '../../money-form/pool-flow.ts';
import { type RelayerCheck, useRelayerCheck } from '../../money-form/relayer-tick.tsx';
import { type AddressCheck, useAddressCheck } from '../../money-form/use-address-check.ts';
import { type PoolForm, usePoolForm } from '../../money-form/use-pool-form.ts';
import { useUser } from '../../state/auth-session.ts';
import { sendInternalTransfer } from './api/internal-transfer.ts';
import { type TransferQuote, useInternalTransferQuote } from './api/quote-internal-transfer.ts';
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
export interface Transfer extends PoolForm<TransferQuote> {
  readonly senderAddress: string;
  /** As the user registered. */
  readonly senderName: string;
  readonly recipient: CheckedRecipient;
  /** Why nothing can be paid by link, or not the entered amount although the balance has it; null otherwise. */
  readonly linkProblem: string | null;
  readonly addressCheck: AddressCheck;
  readonly relayerCheck: RelayerCheck;
  readonly canContinue: boolean;
  readonly canConfirm: boolean;
  readonly confirmNow: () => void;
}

export function useInternalTransfer(options: TransferOptions): Transfer {
  const { firstCoin } = options;
  const { name: senderName, wallet } = useUser();
  const senderAddress = wallet.privateWalletAddress;
  const client = useQueryClient();
  const savePaid = useSavePaid();
  const form = usePoolForm<TransferQuote>({
    ...options,
    onStarted: (draft) => {
      savePaid(draft.chosen);
      if (draft.linkTo !== undefined) void refreshClaims(client);
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
    make: (issued) => makeTransfer(issued, { client, senderAddress }),
    fallback: t('Internal transfer failed. Please try again.'),
  });
  const { state, coin, amount } = form;
  const recipient = useRecipientOfTransfer(payeeAddress(state.draft), coin.id);
  const isByLink = state.draft.linkTo !== undefined;
  const linkRefusal = useLinkRefusal();
  const linkProblem = isByLink ? (linkRefusal ?? linkProblemOf(form)) : null;
  const hasRecipient = isByLink || recipient.at === 'known';
  const addressCheck = useAddressCheck(coin, {
    recipient: state.at === 'confirm' ? recipient : null,
    chosen: state.draft.chosen,
  });
  const relayerCheck = useRelayerCheck();
  const hasValidMessage = parseMessage(state.draft.message ?? '').ok;
  usePreparedPrivateTransaction(usePlannedPrivateTransaction(form, recipient));

  return {
    ...form,
    senderAddress,
    senderName,
    recipient,
    linkProblem,
    addressCheck,
    relayerCheck,
    canContinue: amount.units !== null && hasRecipient && hasValidMessage && linkProblem === null,
    canConfirm:
      state.at === 'confirm' && hasRecipient && addressCheck.isPassed && relayerCheck.isPassed,
    confirmNow: () => {
      if (recipient.at === 'known') form.confirm(recipient.address);
      else if (isByLink) form.confirm('');
    },
  };
}

/** Pays once with each key, to an address or by link. */
function makeTransfer(
  { key, request }: IssuedPoolRequest,
  { client, senderAddress }: { readonly client: QueryClient; readonly senderAddress: string },
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, linkTo, message = '' } = request;
  if (linkTo === undefined) return sendInternalTransfer({ key, request }, senderAddress);
  const payment = { tokenId, units, linkTo, message, balance: 'private' } as const;
  return makePaymentByLink({ key, payment, ownNote: '' }, (claim) => keepClaim(client, claim));
}

/** A link costs more than a plain transfer, because the fee of the claim is set aside as well. */
function linkProblemOf({ coin, amount, bounds }: PoolForm<TransferQuote>): string | null {
  if (bounds === null || amount.entered === null) return null;
  const most = BigInt(bounds.maxAmount);
  const isCovered = amount.entered <= BigInt(coin.availableBaseUnits);
  if (!isCovered || amount.entered <= most) return null;
  return t(
    'The most you can send by link is {amount}, because the fee for claiming is set aside.',
    {
      amount: unitsText(most, coin),
    },
  );
}

/** @returns the transaction that the confirm step shows; null before that step. */
function usePlannedPrivateTransaction(
  { state, coin }: PoolForm<TransferQuote>,
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
