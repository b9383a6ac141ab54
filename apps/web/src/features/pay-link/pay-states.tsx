import '../../ui/card.css';
import './pay-link.css';
import { Ban, CircleCheck, ClockAlert, CloudOff, LoaderCircle, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import type { RequestState } from '#domain/payment-request/payment-request';
import { buttonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';
import { endOf } from './pay-texts.ts';

/** How a request ended that can't be paid. */
export function PayEnd({ request }: { request: LinkedRequest }) {
  const end = endOf(request);
  if (end === null) return null;
  const Icon = iconByState[request.state];
  return (
    <div className="pay-end" data-state={request.state} role="status">
      <Icon className="icon" size={24} aria-hidden="true" />
      <b>{end.title}</b>
      <p>{end.text}</p>
    </div>
  );
}

const iconByState: Readonly<Record<RequestState, typeof Ban>> = {
  open: LoaderCircle,
  'being-paid': LoaderCircle,
  paid: CircleCheck,
  expired: ClockAlert,
  cancelled: Ban,
};

/** @param to the page of the link; the list of links while it isn't known */
export function OwnLink({ to }: { to: string }) {
  return (
    <div className="pay-end">
      <b>This is your own link</b>
      <p>Share it with whoever should pay you.</p>
      <Link className={buttonClassName({ variant: 'filled', size: 'lg', isWide: true })} to={to}>
        See your link
      </Link>
    </div>
  );
}

/** There is no request with this code. */
export function UnknownRequest() {
  return (
    <section className="card pay-card">
      <EmptyState
        icon={<SearchX className="icon" size={24} aria-hidden="true" />}
        title="This link doesn’t work"
      >
        Check that you copied all of it, or ask for a new one.
      </EmptyState>
    </section>
  );
}

interface PayFailureProps {
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The request could not be read. */
export function PayFailure({ message, isRetrying, onRetry }: PayFailureProps) {
  return (
    <section className="card pay-card">
      <ErrorState
        title="Couldn’t load this request"
        icon={<CloudOff className="icon" size={24} aria-hidden="true" />}
        isRetrying={isRetrying}
        onRetry={onRetry}
      >
        {message} Nothing was paid.
      </ErrorState>
    </section>
  );
}

/** Has the size of what replaces it. */
export function PaySkeleton() {
  return (
    <section className="card pay-card" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the payment request
      </span>
      <div className="pay-head">
        <Skeleton width={64} height={64} isRound />
        <Skeleton width={180} height={16} />
        <Skeleton width={220} height={52} />
        <Skeleton width={64} height={16} />
      </div>
      <div className="pay-actions">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
      <Skeleton height={120} />
    </section>
  );
}

/** Has the size of the choice between two balances. */
export function BalancesSkeleton() {
  return (
    <div className="pay-actions" aria-busy="true">
      <Skeleton height={60} />
      <Skeleton height={60} />
      <Skeleton height={48} />
    </div>
  );
}
