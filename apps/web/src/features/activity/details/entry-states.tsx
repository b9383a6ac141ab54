import { t } from '#language/t';
import './entry-page.css';
import '../../../ui/card.css';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The page until its entry is known, with the measures that it will have. */
export function EntrySkeleton({ backTo }: { backTo: string }) {
  return (
    <>
      <div className="page-head entry-head">
        <div>
          <BackLink to={backTo}>{t('Activity')}</BackLink>
          <Skeleton width={240} height={24} />
        </div>
      </div>
      <div className="entry-page" aria-busy="true">
        <section className="card entry-card">
          <span className="visually-hidden" role="status">
            {t('Loading this entry')}
          </span>
          <div className="entry-counterparty">
            <Skeleton width={56} height={56} isRound />
            <div className="entry-counterparty__lines">
              <Skeleton width={140} height={16} />
              <Skeleton width={96} height={12} />
            </div>
            <Skeleton width={110} height={28} />
          </div>
          <Skeleton width="100%" height={72} />
        </section>
        <section className="card entry-details">
          <Skeleton width={80} height={16} />
          <Skeleton width="100%" height={220} />
        </section>
      </div>
    </>
  );
}

interface FailedEntryProps {
  backTo: string;
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Neither history could be read. */
export function FailedEntry({ backTo, message, isRetrying, onRetry }: FailedEntryProps) {
  return (
    <Bare backTo={backTo}>
      <ErrorState title={t('Couldn’t load this entry')} onRetry={onRetry} isRetrying={isRetrying}>
        {t('{message} Your money isn’t affected.', { message })}
      </ErrorState>
    </Bare>
  );
}

interface UnknownEntryProps {
  backTo: string;
  /** False while the private history is being brought up to date. */
  isPrivateReady: boolean;
  actions: ReactNode;
}

/** Neither history has such an entry. */
export function UnknownEntry({ backTo, isPrivateReady, actions }: UnknownEntryProps) {
  return (
    <Bare backTo={backTo}>
      <EmptyState
        icon={<SearchX className="icon" size={24} aria-hidden="true" />}
        title={t('We can’t find this in your activity')}
        actions={actions}
      >
        {isPrivateReady
          ? t('The link may be incomplete, or from another account.')
          : t(
              'Your private balance is still being updated. If it’s a private payment, it will appear here.',
            )}
      </EmptyState>
    </Bare>
  );
}

function Bare({ backTo, children }: { backTo: string; children: ReactNode }) {
  return (
    <>
      <div className="page-head entry-head">
        <div>
          <BackLink to={backTo}>{t('Activity')}</BackLink>
          <h1 className="page-title">{t('Activity')}</h1>
        </div>
      </div>
      <Card>{children}</Card>
    </>
  );
}
