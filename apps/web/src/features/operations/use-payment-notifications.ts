import { useEffect, useEffectEvent, useRef } from 'react';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
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
  const notify = useEffectEvent((id: string) => notifyOfEnd(id, own));
  const knownIds = useRef<readonly string[]>([]);

  useEffect(() => {
    if (operations === undefined) return;
    const ids = operations.map(({ id }) => id);
    const ended = knownIds.current.filter((id) => !ids.includes(id));
    knownIds.current = ids;
    if (isOn) for (const id of ended) void notify(id);
  }, [operations, isOn]);
}

async function notifyOfEnd(id: string, own: readonly string[]): Promise<void> {
  const result = await readOperation(id);
  if (!result.ok || isOpen(result.data)) return;
  const note = noteOf(result.data, own);
  showToast(note.text, { tone: note.tone, discreetText: note.discreetly });
}

function noteOf(operation: OperationView, own: readonly string[]) {
  const { amount, decimals, symbol, failure, status, isCancelled } = operation;
  const { noun, end } = labelsOf(operation, own);
  const what = `${groupThousands(baseUnitsToDisplay(BigInt(amount), decimals))} ${symbol}`;
  if (status === 'confirmed') {
    const arrival = arrivalOf(operation);
    const kept = arrival && ` ${arrival.arrived} arrived; the token kept ${arrival.kept}.`;
    return {
      tone: 'success',
      text: `Your ${noun} of ${what} is ${end}.${kept ?? ''}`,
      discreetly: `Your ${noun} is ${end}.`,
    } as const;
  }
  if (isCancelled && status === 'replaced') {
    return {
      tone: 'info',
      text: `Your ${noun} of ${what} was cancelled. Nothing was sent.`,
      discreetly: `Your ${noun} was cancelled. Nothing was sent.`,
    } as const;
  }
  if (isCancelled) {
    return {
      tone: 'info',
      text: `You cancelled your ${noun} of ${what}. Nothing was sent.`,
      discreetly: `You cancelled your ${noun}. Nothing was sent.`,
    } as const;
  }
  const why = failure === null ? '' : ` ${failure}`;
  const outcome = outcomeOf(operation);
  return {
    tone: 'error',
    text: `Your ${noun} of ${what} ${outcome}.${why}`,
    discreetly: `Your ${noun} ${outcome}.${why}`,
  } as const;
}
