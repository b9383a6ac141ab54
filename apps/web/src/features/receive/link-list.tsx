import { t } from '#language/t';
import './link-list.css';
import { ChevronRight, CloudOff, Link } from 'lucide-react';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { shortDayText } from '../../lib/elapsed.ts';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isWaiting, type usePaymentRequests } from './api/payment-requests.ts';
import { RequestBadge } from './request-badge.tsx';

interface LinkListProps {
  requests: ReturnType<typeof usePaymentRequests>;
  onOpen: (id: string) => void;
  onRequest: () => void;
}

/** The user's payment links: those that wait for a payment, then those that ended. */
export function LinkList({ requests, onOpen, onRequest }: LinkListProps) {
  const { data, error, isFetching, refetch } = requests;
  const retry = () => void refetch();
  if (!data && !error) return <LinkSkeletons />;
  if (!data) {
    return (
      <ErrorState
        title={t('Couldn’t load your links')}
        icon={<CloudOff className="icon" size={24} aria-hidden="true" />}
        isRetrying={isFetching}
        onRetry={retry}
      >
        {t('{message} Your links still work.', { message: error?.message })}
      </ErrorState>
    );
  }
  if (data.length === 0) return <NoLinks onRequest={onRequest} />;
  return (
    <>
      {error ? <OldNotice onRetry={retry} /> : null}
      <Group title={t('Waiting')} requests={data.filter(isWaiting)} onOpen={onOpen} />
      <Group title={t('Ended')} requests={data.filter((one) => !isWaiting(one))} onOpen={onOpen} />
    </>
  );
}

interface GroupProps extends Pick<LinkListProps, 'onOpen'> {
  title: string;
  requests: readonly PaymentRequestView[];
}

function Group({ title, requests, onOpen }: GroupProps) {
  if (requests.length === 0) return null;
  return (
    <section className="link-list" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <LinkRow request={request} onOpen={() => onOpen(request.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ request, onOpen }: { request: PaymentRequestView; onOpen: () => void }) {
  const isHidden = useDiscretion();
  const { balance, symbol, message } = request;
  return (
    <button type="button" className="link-list__row" onClick={onOpen}>
      <span className="link-list__disc" data-mode={balance}>
        <ModeMark mode={balance} size={18} />
        <span className="visually-hidden">{balance === 'public' ? t('Public') : t('Private')}</span>
      </span>
      <span className="link-list__text">
        <b>
          <Secret isHidden={isHidden} width="4em">
            {requestedFigure(BigInt(request.amount), request)}
          </Secret>{' '}
          {symbol}
        </b>
        <bdi>
          {message ?? t('Made on {day}', { day: shortDayText(Date.parse(request.createdAt)) })}
        </bdi>
        <RequestBadge request={request} />
      </span>
      <ChevronRight className="icon" size={16} aria-hidden="true" />
    </button>
  );
}

function NoLinks({ onRequest }: Pick<LinkListProps, 'onRequest'>) {
  return (
    <EmptyState
      icon={<Link className="icon" size={24} aria-hidden="true" />}
      title={t('No links yet')}
      actions={
        <Button size="sm" onClick={onRequest}>
          {t('Ask for an amount')}
        </Button>
      }
    >
      {t('Ask for an amount and share the link. You’ll see here when it’s paid.')}
    </EmptyState>
  );
}

function OldNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="warn"
      title={t('We can’t update your links right now.')}
      action={
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    />
  );
}

function LinkSkeletons() {
  return (
    <div className="link-list" aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('Loading your links')}
      </span>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="link-list__row">
          <Skeleton width={40} height={40} isRound />
          <span className="link-list__text">
            <Skeleton width={96} />
            <Skeleton width={140} height={12} />
            <Skeleton width={128} height={22} />
          </span>
        </div>
      ))}
    </div>
  );
}
