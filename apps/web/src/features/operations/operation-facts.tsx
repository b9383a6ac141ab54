import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import { Secret } from '../../ui/secret.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import { arrivalOf } from './arrival.ts';
import { LABELS_BY_KIND } from './operation-labels.ts';
import { sendWindowText } from './send-window.ts';

/** @returns what was charged and received; what ended without moving money has only the fee that was paid */
export function chargeRows(operation: OperationView, isHidden: boolean): readonly SummaryRow[] {
  const { failure, fee } = operation;
  return [
    ...(failure === null ? amountRows(operation, isHidden) : []),
    ...(failure !== null && fee.paid === null ? [] : [feeRow(operation)]),
  ];
}

/** @returns when a delayed operation is sent; nothing for any other */
export function windowRows(operation: OperationView, now: number): readonly SummaryRow[] {
  const when = sendWindowText(operation, now);
  return when === null ? [] : [{ label: t('Send window'), value: when }];
}

/** The fees deducted by the pool and the broadcaster, and the amount received where it isn’t the amount sent. */
function amountRows(operation: OperationView, isHidden: boolean): readonly SummaryRow[] {
  const { poolFee, broadcasterFee, received } = operation;
  const isWhole = poolFee === null && broadcasterFee === null && arrivalOf(operation) === null;
  if (isWhole) return [];
  const fee = (units: string) => tokenFee(operation, units, isHidden);
  return [
    ...(poolFee === null
      ? []
      : [
          {
            label: t('{title} fee', { title: LABELS_BY_KIND[operation.kind].title }),
            value: fee(poolFee),
          },
        ]),
    ...(broadcasterFee === null ? [] : [{ label: t('Sending fee'), value: fee(broadcasterFee) }]),
    {
      label: t('Received'),
      value: (
        <Secret isHidden={isHidden} width="6em">
          {groupThousands(baseUnitsToDisplay(BigInt(received), operation.decimals))}{' '}
          {operation.symbol}
        </Secret>
      ),
    },
  ];
}

/** Hidden along with the amount: a fee that is a share of the amount would reveal it. */
function tokenFee({ symbol, decimals }: OperationView, units: string, isHidden: boolean) {
  return (
    <Secret isHidden={isHidden} width="6em">
      {feeText(units, decimals)} {symbol}
    </Secret>
  );
}

function feeRow({ kind, fee }: OperationView): SummaryRow {
  const { paid, estimated, symbol, decimals } = fee;
  const units = paid ?? estimated;
  const isOfBroadcaster = kind === 'unshield' || kind === 'internal-transfer';
  return {
    label: t('Network fee'),
    value:
      units === null ? '—' : `${paid === null ? '≈ ' : ''}${feeText(units, decimals)} ${symbol}`,
    ...(isOfBroadcaster ? { note: 'paid by Kax' } : {}),
  };
}

function feeText(units: string, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(BigInt(units), decimals, shown));
}
