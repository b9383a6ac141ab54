import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { WholeAddress } from '../../ui/address.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { useOperation } from './api/operation.ts';
import { OperationProgress } from './operation-progress.tsx';

/** All that is known of one operation. */
export function OperationDetails({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useOperation(id);
  if (!data && !error) return <Loading />;
  if (!data) {
    return (
      <ErrorState
        title="This payment could not be read"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error?.message} Your money is not affected by this.
      </ErrorState>
    );
  }
  return (
    <>
      <OperationProgress operation={data} />
      <Summary rows={rowsOf(data)} />
    </>
  );
}

function rowsOf(operation: OperationView): readonly SummaryRow[] {
  return [
    { label: 'To', value: <WholeAddress address={operation.to} />, isStacked: true },
    { label: 'From', value: <WholeAddress address={operation.from} />, isStacked: true },
    { label: 'Network', value: operation.chain },
    feeRow(operation.fee),
    { label: 'Started', value: moment.format(Date.parse(operation.createdAt)) },
  ];
}

function feeRow({ paid, estimated, symbol, decimals }: OperationView['fee']): SummaryRow {
  const units = paid ?? estimated;
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return {
    label: paid === null ? 'Network fee, about' : 'Network fee',
    value:
      units === null
        ? '—'
        : `${groupThousands(formatBaseUnits(BigInt(units), decimals, shown))} ${symbol}`,
  };
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
