import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { knownClaimOf } from '../../claims/api/claims.ts';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
import { rememberPayment } from '../../state/install-offer.ts';
import { showToast } from '../../state/toast.ts';
import { readOperation } from './api/operation.ts';
import { useOpenOperations } from './api/operations.ts';
import { arrivalOf, outcomeOf } from './arrival.ts';
import { labelsOf } from './operation-labels.ts';
import { isOpen } from './operation-steps.ts';

/**
 * Shows a toast when an operation ends that was in progress while this page was open.
 * @param isOn whether the user switched notifications on.
 */
export function usePaymentNotifications(isOn: boolean): void {
  const { data: operations } = useOpenOperations(isOn);
  const own = useOwnAddresses();
  const client = useQueryClient();
  const notify = useEffectEvent((id: string) => notifyOfEnd(id, own, knownClaimOf(client, id)));
  const knownIds = useRef<readonly string[]>([]);

  useEffect(() => {
    if (operations === undefined) return;
    const ids = operations.map(({ id }) => id);
    const ended = knownIds.current.filter((id) => !ids.includes(id));
    knownIds.current = ids;
    if (isOn) for (const id of ended) void notify(id);
  }, [operations, isOn]);
}

async function notifyOfEnd(
  id: string,
  own: readonly string[],
  claim: ClaimView | null,
): Promise<void> {
  const result = await readOperation(id);
  if (!result.ok || isOpen(result.data)) return;
  if (result.data.status === 'confirmed') rememberPayment();
  const note = noteOf(result.data, own, claim);
  showToast(note.text, { tone: note.tone, discreetText: note.discreetly });
}

function noteOf(operation: OperationView, own: readonly string[], claim: ClaimView | null) {
  const { decimals, symbol, failure, status, isCancelled } = operation;
  const { noun: usual, end } = labelsOf(operation, own);
  // What a private one sets aside for the fee of its claim is in the same coin.
  const { amount } = claim ?? operation;
  const noun = claim === null ? usual : 'payment';
  const what = `${groupThousands(baseUnitsToDisplay(BigInt(amount), decimals))} ${symbol}`;
  if (status === 'confirmed') {
    const arrival = arrivalOf(operation);
    const kept = arrival && ` ${arrival.arrived} arrived; the token kept ${arrival.kept}.`;
    return {
      tone: 'success',
      text: `Your ${noun} of ${what} is ${end}.${kept ?? ''}`,
      discreetly: t('Your {noun} is {end}.', { noun, end }),
    } as const;
  }
  if (isCancelled && status === 'replaced') {
    return {
      tone: 'info',
      text: t('Your {noun} of {what} was cancelled. Nothing was sent.', { noun, what }),
      discreetly: t('Your {noun} was cancelled. Nothing was sent.', { noun }),
    } as const;
  }
  if (isCancelled) {
    return {
      tone: 'info',
      text: t('You cancelled your {noun} of {what}. Nothing was sent.', { noun, what }),
      discreetly: t('You cancelled your {noun}. Nothing was sent.', { noun }),
    } as const;
  }
  const why = failure === null ? '' : ` ${failure}`;
  const outcome = outcomeOf(operation);
  return {
    tone: 'error',
    text: t('Your {noun} of {what} {outcome}.{why}', { noun, what, outcome, why }),
    discreetly: t('Your {noun} {outcome}.{why}', { noun, outcome, why }),
  } as const;
}
