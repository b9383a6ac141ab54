import { useState } from 'react';
import { t } from '#language/t';
import { ApiFailure } from '../../lib/api-result.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReceipt } from './api/make-receipt.ts';
import { disclosureOf } from './disclosure.ts';
import type { Payment } from './find-payment.ts';
import { NoReceipt } from './no-receipt.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptChoicesCard } from './receipt-choices.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';
import { useReceiptChoices } from './use-receipt-choices.ts';

/** The receipt of a payment that is final. A private one is made only when the user says so. */
export function ReceiptSheet({ entryId, payment }: { entryId: string; payment: Payment }) {
  const [isWanted, setIsWanted] = useState(payment.mode === 'public');
  const { choices, change, otherName, isTyping } = useReceiptChoices(payment);
  const { showsOwnName, showsMessage } = choices;
  const { data, error, isFetching, isPlaceholderData, refetch } = useReceipt(
    isWanted ? { entryId, mode: payment.mode, showsOwnName, otherName, showsMessage } : null,
  );
  const reason = error === null ? null : reasonFor(error);
  if (reason !== null) return reason;
  return (
    <div className="receipt-page__columns">
      <ReceiptChoicesCard
        payment={payment}
        choices={choices}
        onChange={change}
        disclosure={payment.mode === 'private' ? disclosureOf(payment, choices) : null}
        onMake={isWanted ? null : () => setIsWanted(true)}
      />
      {error ? (
        <Refused error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {isWanted ? null : <p className="receipt-ghost">{t('Your receipt will appear here.')}</p>}
      {isWanted && !data && !error ? <ReceiptSkeleton /> : null}
      {data && !error ? (
        <>
          <ReceiptPaper receipt={data} isReplaced={isTyping || isPlaceholderData} />
          <ReceiptActions receipt={data} isReplaced={isTyping || isPlaceholderData} />
        </>
      ) : null}
    </div>
  );
}

/** @returns why this payment has no receipt, whatever is chosen; null when another try may help */
function reasonFor(error: Error) {
  switch (error instanceof ApiFailure ? error.error.code : null) {
    case 'receipt-not-final':
      return <NoReceipt at="not-final" />;
    case 'unknown-entry':
      return <NoReceipt at="none" />;
    case 'receipt-not-possible':
      return <NoReceipt at="not-possible" sentence={error.message} />;
    default:
      return null;
  }
}

interface RefusedProps {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

function Refused({ error, isRetrying, onRetry }: RefusedProps) {
  return (
    <section className="card">
      <ErrorState title={t('Couldn’t make the receipt')} isRetrying={isRetrying} onRetry={onRetry}>
        {t('{message} Your money isn’t affected.', { message: error.message })}
      </ErrorState>
    </section>
  );
}

/** The size of the paper while it isn't there. */
export function ReceiptSkeleton() {
  return (
    <div className="card receipt-skeleton" role="status">
      <span className="visually-hidden">{t('Loading the receipt')}</span>
      <Skeleton width={84} height={24} />
      <Skeleton width="52%" height={48} />
      <Skeleton width="40%" />
      <Skeleton height={96} />
      <Skeleton height={132} />
      <Skeleton height={64} />
    </div>
  );
}
