import { t } from '#language/t';
import './card.css';
import './link-card.css';
import { CloudOff, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface LinkEndProps {
  icon?: ReactNode;
  tone?: 'plain' | 'good' | 'accent' | undefined;
  title: string;
  /** What to do now, or that there is nothing to do. */
  children: ReactNode;
  /** A button below. */
  action?: ReactNode;
  /** Announced when it changes. */
  isStatus?: boolean | undefined;
}

/** What became of what a link is about. */
export function LinkEnd({ icon, tone = 'plain', title, children, action, isStatus }: LinkEndProps) {
  return (
    <div className="link-end" data-tone={tone} role={isStatus ? 'status' : undefined}>
      {icon}
      <b>{title}</b>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** @param children what to do about it, a sentence */
export function UnknownLink({ children }: { children: ReactNode }) {
  return (
    <section className="card link-card">
      <EmptyState
        icon={<SearchX className="icon" size={24} aria-hidden="true" />}
        title={t('This link doesn’t work')}
      >
        {children}
      </EmptyState>
    </section>
  );
}

interface LinkFailureProps {
  title: string;
  isRetrying: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** What the link is about could not be read. */
export function LinkFailure({ title, isRetrying, onRetry, children }: LinkFailureProps) {
  return (
    <section className="card link-card">
      <ErrorState
        title={title}
        icon={<CloudOff className="icon" size={24} aria-hidden="true" />}
        isRetrying={isRetrying}
        onRetry={onRetry}
      >
        {children}
      </ErrorState>
    </section>
  );
}

/** Has the size of what replaces it. @param label what is loading */
export function LinkSkeleton({ label }: { label: string }) {
  return (
    <section className="card link-card" aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div className="link-head">
        <Skeleton width={64} height={64} isRound />
        <Skeleton width={180} height={16} />
        <Skeleton width={220} height={52} />
        <Skeleton width={64} height={16} />
      </div>
      <div className="link-card__actions">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
      <Skeleton height={120} />
    </section>
  );
}
