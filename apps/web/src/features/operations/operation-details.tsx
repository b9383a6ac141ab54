import { pageLocale, t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import { startWith } from '../../contacts/add-name.tsx';
import { useContactDialog } from '../../contacts/use-contact-dialog.tsx';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { useOperation } from './api/operation.ts';
import { OperationCounterparty } from './operation-counterparty.tsx';
import { chargeRows, windowRows } from './operation-facts.tsx';
import { OperationProgress } from './operation-progress.tsx';

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
        title={t('Couldn’t load this payment')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {t('{message} Your money isn’t affected.', { message: error?.message })}
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
  const { to, from, chain, createdAt } = operation;
  const paysSomeone = operation.kind !== 'swap' && operation.kind !== 'shield';
  return [
    {
      label: t('To'),
      value: (
        <OperationCounterparty address={to} isWhole onAddName={paysSomeone ? addName : undefined} />
      ),
      isStacked: true,
    },
    { label: t('From'), value: <OperationCounterparty address={from} isWhole />, isStacked: true },
    ...chargeRows(operation, shown.isHidden),
    { label: t('Network'), value: chain },
    { label: t('Started'), value: moment.format(Date.parse(createdAt)) },
    ...windowRows(operation, shown.now),
  ];
}

const moment = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
