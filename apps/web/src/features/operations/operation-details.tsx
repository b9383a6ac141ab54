import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { startWith } from '../../contacts/add-name.tsx';
import { useContactDialog } from '../../contacts/use-contact-dialog.tsx';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { useOperation } from './api/operation.ts';
import { arrivalOf } from './arrival.ts';
import { OperationCounterparty } from './operation-counterparty.tsx';
import { LABELS_BY_KIND } from './operation-labels.ts';
import { OperationProgress } from './operation-progress.tsx';
import { sendWindowText } from './send-window.ts';

/** The details of one operation. */
export function OperationDetails({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useOperation(id);
  const isHidden = useDiscretion();
  const now = useNow(DATE_REFRESH_MS);
  const contacts = useContactDialog();
  const addName = (address: string) => contacts.open({ contact: null, start: startWith(address) });
  if (!data && !error) return <Loading />;
  if (!data) {
    return (
      <ErrorState
        title="Couldn’t load this payment"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error?.message} Your money isn’t affected.
      </ErrorState>
    );
  }
  return (
    <>
      <OperationProgress operation={data} />
      <Summary rows={rowsOf(data, { isHidden, now, addName })} />
      {contacts.dialog}
    </>
  );
}

interface Shown {
  readonly isHidden: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly addName: (address: string) => void;
}

function rowsOf(operation: OperationView, shown: Shown): readonly SummaryRow[] {
  const { addName } = shown;
  const { to, from, chain, createdAt, failure, fee } = operation;
  const when = sendWindowText(operation, shown.now);
  const paysSomeone = operation.kind !== 'swap' && operation.kind !== 'shield';
  return [
    {
      label: 'To',
      value: (
        <OperationCounterparty address={to} isWhole onAddName={paysSomeone ? addName : undefined} />
      ),
      isStacked: true,
    },
    { label: 'From', value: <OperationCounterparty address={from} isWhole />, isStacked: true },
    // What ended without moving money charged neither what was planned nor what was estimated.
    ...(failure === null ? amountRows(operation, shown.isHidden) : []),
    ...(failure !== null && fee.paid === null ? [] : [feeRow(operation)]),
    { label: 'Network', value: chain },
    { label: 'Started', value: moment.format(Date.parse(createdAt)) },
    ...(when === null ? [] : [{ label: 'Send window', value: when }]),
  ];
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
      : [{ label: `${LABELS_BY_KIND[operation.kind].title} fee`, value: fee(poolFee) }]),
    ...(broadcasterFee === null ? [] : [{ label: 'Sending fee', value: fee(broadcasterFee) }]),
    {
      label: 'Received',
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
    label: 'Network fee',
    value:
      units === null ? '—' : `${paid === null ? '≈ ' : ''}${feeText(units, decimals)} ${symbol}`,
    ...(isOfBroadcaster ? { note: 'paid by Kax' } : {}),
  };
}

function feeText(units: string, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(BigInt(units), decimals, shown));
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
