import { t } from '#language/t';
import '../../ui/card.css';
import './receipt-page.css';
import { CloudOff, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContacts } from '../../contacts/api/contacts.ts';
import { paths } from '../../paths.ts';
import { toggleDiscretion, useDiscretion } from '../../state/discretion.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { type PaymentState, usePayment } from './api/payment.ts';
import { NoReceipt } from './no-receipt.tsx';
import { ReceiptSheet, ReceiptSkeleton } from './receipt-sheet.tsx';

/** The receipt of one entry of the activity: what is on it, the paper, and how to save it. */
export function ReceiptPage({ entryId }: { entryId: string }) {
  const state = usePayment(entryId);
  const mode = 'payment' in state ? state.payment.mode : null;
  return (
    <div className="receipt-page" data-mode={mode ?? undefined}>
      <title>{t('Receipt · Kax')}</title>
      <div className="receipt-page__head">
        <div>
          <BackLink to={paths.activityEntry(entryId)}>{t('Payment')}</BackLink>
          <h1 className="page-title">{t('Receipt')}</h1>
        </div>
        {mode === null ? null : <ModeChip mode={mode} />}
      </div>
      <Content entryId={entryId} state={state} />
    </div>
  );
}

function Content({ entryId, state }: { entryId: string; state: PaymentState }) {
  const isHidden = useDiscretion();
  const contacts = useContacts();
  switch (state.at) {
    case 'loading':
      return <ReceiptSkeleton />;
    case 'unreachable':
      return (
        <Alone>
          <ErrorState
            title={t('Couldn’t load this payment')}
            icon={<CloudOff className="icon" size={24} aria-hidden="true" />}
            isRetrying={state.isRetrying}
            onRetry={state.retry}
          >
            {t('{message} Your money isn’t affected.', { message: state.message })}
          </ErrorState>
        </Alone>
      );
    case 'final':
      // A name that arrives later would change what was signed.
      if (contacts.isPending) return <ReceiptSkeleton />;
      return isHidden ? <Hidden /> : <ReceiptSheet entryId={entryId} payment={state.payment} />;
    default:
      return <NoReceipt at={state.at} />;
  }
}

function Hidden() {
  return (
    <Alone>
      <EmptyState
        icon={<EyeOff className="icon" size={24} aria-hidden="true" />}
        title={t('Your amounts are hidden')}
        actions={
          <Button variant="filled" onClick={toggleDiscretion}>
            {t('Show amounts')}
          </Button>
        }
      >
        {t('A receipt shows the amount and who paid whom.')}
      </EmptyState>
    </Alone>
  );
}

function Alone({ children }: { children: ReactNode }) {
  return <section className="card">{children}</section>;
}
