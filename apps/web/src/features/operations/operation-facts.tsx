import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
} from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import { localFigure } from '../../lib/local-figure.ts';
import { Secret } from '../../ui/secret.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import { arrivalOf } from './arrival.ts';
import { sendWindowOf } from './send-window.ts';

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
  const window = sendWindowOf(operation, now);
  if (window === null) return [];
  return [{ label: t('Send window'), value: t('between {from} and {to}', window) }];
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
            label: poolFeeLabels[operation.kind],
            value: fee(poolFee),
          },
        ]),
    ...(broadcasterFee === null ? [] : [{ label: t('Sending fee'), value: fee(broadcasterFee) }]),
    {
      label: t('Received'),
      value: (
        <Secret isHidden={isHidden} width="6em">
          {localFigure(baseUnitsToDisplay(BigInt(received), operation.decimals))} {operation.symbol}
        </Secret>
      ),
    },
  ];
}

const poolFeeLabels: Readonly<Record<OperationView['kind'], string>> = {
  send: t('Payment fee'),
  shield: t('Shield fee'),
  unshield: t('Unshield fee'),
  swap: t('Swap fee'),
  'internal-transfer': t('Internal Transfer fee'),
};

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
    ...(isOfBroadcaster ? { note: t('paid by Kax') } : {}),
  };
}

function feeText(units: string, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return localFigure(formatBaseUnits(BigInt(units), decimals, shown));
}
