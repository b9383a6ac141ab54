import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { knownClaimOf } from '../../claims/api/claims.ts';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
import { localAmount } from '../../lib/local-figure.ts';
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
  const { status, isCancelled, failure } = operation;
  const { operation: usual, end } = labelsOf(operation, own);
  const word = claim === null ? usual : 'payment';
  const named = { operation: word, amount: amountOf(operation, claim) };
  if (status === 'confirmed') {
    return {
      tone: 'success',
      text: sentences(
        t(
          'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} of {amount} is {end, select, final {final} other {confirmed}}.',
          { ...named, end },
        ),
        keptText(operation),
      ),
      discreetly: t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} is {end, select, final {final} other {confirmed}}.',
        { operation: word, end },
      ),
    } as const;
  }
  if (isCancelled) return { tone: 'info', ...cancelledTexts(operation, named) } as const;
  const outcome = outcomeOf(operation);
  return {
    tone: 'error',
    text: sentences(
      t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} of {amount} {outcome, select, partial {arrived only in part} unrecorded {may not have arrived} other {didn’t go through}}.',
        { ...named, outcome },
      ),
      failure,
    ),
    discreetly: sentences(
      t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} {outcome, select, partial {arrived only in part} unrecorded {may not have arrived} other {didn’t go through}}.',
        { operation: word, outcome },
      ),
      failure,
    ),
  } as const;
}

/** What a private one sets aside for the fee of its claim is in the same coin. */
function amountOf({ amount, decimals, symbol }: OperationView, claim: ClaimView | null): string {
  const units = BigInt(claim?.amount ?? amount);
  return localAmount(baseUnitsToDisplay(units, decimals), symbol);
}

function cancelledTexts(
  { status }: OperationView,
  named: { readonly operation: string; readonly amount: string },
) {
  const { operation } = named;
  if (status === 'replaced') {
    return {
      text: t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} of {amount} was cancelled. Nothing was sent.',
        named,
      ),
      discreetly: t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} was cancelled. Nothing was sent.',
        { operation },
      ),
    };
  }
  return {
    text: t(
      'You cancelled your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}} of {amount}. Nothing was sent.',
      named,
    ),
    discreetly: t(
      'You cancelled your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} incoming {payment to you} other {payment}}. Nothing was sent.',
      { operation },
    ),
  };
}

function keptText(operation: OperationView): string | null {
  const arrival = arrivalOf(operation);
  if (arrival === null) return null;
  const { arrived, kept } = arrival;
  return t('{arrived} arrived; the token kept {kept}.', { arrived, kept });
}

function sentences(first: string, second: string | null): string {
  return second === null ? first : `${first} ${second}`;
}
