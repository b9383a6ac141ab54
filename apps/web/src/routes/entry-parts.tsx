import { ArrowLeftRight, CreditCard, Landmark } from 'lucide-react';
import type { Money } from '#domain/price/money';
import { fiatText } from '#domain/ramp/fiat-text';
import { wordByRampStatus } from '#domain/ramp/ramp-order';
import { t, translated } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import type { EntryActionsProps } from '../features/activity/details/entry-actions.tsx';
import type { ActivityEntry } from '../features/activity/entry.ts';
import type { EntryBadge } from '../features/activity/entry-labels.ts';
import { chargeRows, windowRows } from '../features/operations/operation-facts.tsx';
import { swapFacts } from '../features/swap/swap-facts.tsx';
import { paths } from '../paths.ts';
import { Secret } from '../ui/secret.tsx';
import type { SummaryRow } from '../ui/summary.tsx';

/** How an entry is shown, and when. */
interface EntryShown {
  readonly isHidden: boolean;
  readonly now: number;
  readonly money: Money;
}

/** @returns what the operation, the swap or the order of an entry says besides its rows */
export function entryFacts(
  { swap, lead }: ActivityEntry,
  operation: OperationView | null,
  { isHidden, now, money }: EntryShown,
): readonly SummaryRow[] {
  const { ramp } = lead.transaction;
  return [
    ...(operation === null ? [] : chargeRows(operation, isHidden)),
    ...(operation === null ? [] : windowRows(operation, now)),
    ...(swap === null ? [] : swapFacts(swap, isHidden, money)),
    ...(ramp === null ? [] : orderRows(ramp, isHidden)),
  ];
}

function orderRows(
  ramp: NonNullable<ActivityEntry['lead']['transaction']['ramp']>,
  isHidden: boolean,
): readonly SummaryRow[] {
  const price = (
    <Secret isHidden={isHidden} width="5em">
      {fiatText(ramp) ?? t('Not known yet')}
    </Secret>
  );
  return [
    { label: t('Order'), value: translated(wordByRampStatus[ramp.status]) },
    { label: ramp.side === 'BUY' ? t('You pay') : t('You get'), value: price },
  ];
}

/** @returns what the operation says that its rows can’t; null when they say it all */
export function operationBadge(operation: OperationView): EntryBadge | null {
  const { isCancelling, isCancelled, isPaidInPart, failure, status } = operation;
  if (isCancelled) return { tone: 'plain', icon: 'failed', text: t('Cancelled') };
  if (isPaidInPart) return { tone: 'warn', icon: 'failed', text: t('Paid in part') };
  if (failure !== null || status === 'confirmed') return null;
  const waiting = { tone: 'accent', icon: 'waiting' } as const;
  if (isCancelling) return { ...waiting, text: t('Cancelling') };
  return { ...waiting, text: status === 'mined' ? t('Finalizing…') : t('Pending') };
}

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

/** @returns the page that can do more about an order, or about a swap that failed; null for anything else */
export function elsewhereOf({ kind, status, lead }: ActivityEntry): EntryActionsProps['more'] {
  const { ramp } = lead.transaction;
  if (ramp !== null) {
    const order = `?order=${encodeURIComponent(ramp.orderId)}`;
    return ramp.side === 'BUY'
      ? {
          to: paths.onRamping + order,
          label: t('See your purchase'),
          icon: <CreditCard {...icon} />,
        }
      : { to: paths.offRamping + order, label: t('See your sale'), icon: <Landmark {...icon} /> };
  }
  if (kind !== 'swap' || status !== 'failed') return null;
  return { to: paths.exchange, label: t('Swap again'), icon: <ArrowLeftRight {...icon} /> };
}
