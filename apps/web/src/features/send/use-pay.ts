import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import { keepClaim, refreshClaims } from '../../claims/api/claims.ts';
import { makePaymentByLink } from '../../claims/api/make-claim.ts';
import { useSavePaid } from '../../contacts/use-save-paid.ts';
import type { ApiError, ApiResult } from '../../lib/api-result.ts';
import { RECIPIENT_KEY } from '../../money-form/api/recipient-facts.ts';
import { isNotApproved, isOutcomeUnknown } from '../../money-form/attempt.ts';
import { useSubmitOnce } from '../../money-form/use-submit-once.ts';
import { useRefreshNotes } from '../../notes/api/notes.ts';
import { showToast } from '../../state/toast.ts';
import { sendPayment } from './api/send-tokens.ts';
import { type Draft, type IssuedPayment, isByLink, type SendEvent } from './send-flow.ts';

interface PayOptions {
  readonly isOpen: boolean;
  readonly onSent: () => void;
}

/** @returns a function that pays once, to an address or by link */
export function usePay(
  dispatch: Dispatch<SendEvent>,
  { isOpen, onSent }: PayOptions,
  { chosen, ownNote }: Pick<Draft, 'chosen' | 'ownNote'>,
) {
  const client = useQueryClient();
  const savePaid = useSavePaid();
  const refreshNotes = useRefreshNotes();
  return useSubmitOnce((issued: IssuedPayment) => submit(client, issued, ownNote), {
    isOpen,
    onBegin: (issued) => dispatch({ type: 'confirmed', issued }),
    onPreparing: (waitsFor) => dispatch({ type: 'preparing', waitsFor }),
    onAccepted: (operation) => {
      dispatch({ type: 'sent', operation });
      // The recipient is no longer new.
      client.removeQueries({ queryKey: RECIPIENT_KEY });
      void refreshClaims(client);
      savePaid(chosen);
      if (ownNote !== '') refreshNotes();
      onSent();
    },
    onRefused: (error, isGone) => {
      dispatch({ type: 'refused', error });
      if (isGone && !isNotApproved(error)) notifyAfterClosing(error);
    },
  });
}

function submit(
  client: QueryClient,
  { key, request }: IssuedPayment,
  ownNote: string,
): Promise<ApiResult<OperationView>> {
  if (!isByLink(request)) return sendPayment({ key, request }, ownNote);
  const payment = { ...request, balance: 'public' } as const;
  return makePaymentByLink({ key, payment, ownNote }, (claim) => keepClaim(client, claim));
}

function notifyAfterClosing(error: ApiError): void {
  const { message } = error;
  const text = isOutcomeUnknown(error)
    ? t('Your payment wasn’t confirmed. {message} We don’t know yet whether it was sent.', {
        message,
      })
    : t('Your payment wasn’t confirmed. {message} Nothing was sent.', { message });
  showToast(text, { tone: 'error' });
}
