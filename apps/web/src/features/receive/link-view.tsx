import { CloudOff, SearchX } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { usePaymentRequests } from './api/payment-requests.ts';
import { RequestLink } from './request-link.tsx';
import { type LinkActions, useLinkActions } from './use-link-actions.ts';

/** How a user may end a request, which they confirm first. */
type Ending = 'cancel' | 'settle';

interface LinkViewState {
  /** Null while it is loading, and when it isn't in the list. */
  readonly request: PaymentRequestView | null;
  readonly requests: ReturnType<typeof usePaymentRequests>;
  readonly actions: LinkActions;
  /** What the user was asked to confirm; null for nothing. */
  readonly ending: Ending | null;
  readonly setEnding: (ending: Ending | null) => void;
  readonly cancel: () => void;
}

/** @param id of the request on screen; null for none */
export function useLinkView(
  id: string | null,
  requests: ReturnType<typeof usePaymentRequests>,
): LinkViewState {
  const [ending, setEnding] = useState<Ending | null>(null);
  const request = requests.data?.find((one) => one.id === id) ?? null;
  const actions = useLinkActions({ id: id ?? '' });
  return { request, requests, actions, ending, setEnding, cancel: () => setEnding('cancel') };
}

interface LinkViewProps {
  link: LinkViewState;
  coins: readonly Coin[];
  onList: () => void;
}

/** One payment link, or why it can't be shown. */
export function LinkView({ link, coins, onList }: LinkViewProps) {
  const { request, requests, actions, setEnding } = link;
  const { data, error, isFetching, refetch } = requests;
  if (request !== null) {
    return (
      <>
        <RequestLink
          key={request.id}
          request={request}
          coin={coins.find(({ id }) => id === request.tokenId)}
          actions={actions}
          onSettle={() => setEnding('settle')}
        />
        <EndingDialog link={link} request={request} />
      </>
    );
  }
  if (data !== undefined && !isFetching) return <UnknownLink onList={onList} />;
  if (data === undefined && error) {
    return (
      <ErrorState
        title={t('Couldn’t load this link')}
        icon={<CloudOff className="icon" size={24} aria-hidden="true" />}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('{message} It still works.', { message: error.message })}
      </ErrorState>
    );
  }
  return <LinkSkeleton />;
}

function UnknownLink({ onList }: { onList: () => void }) {
  return (
    <EmptyState
      icon={<SearchX className="icon" size={24} aria-hidden="true" />}
      title={t('We couldn’t find this link')}
      actions={
        <Button size="sm" onClick={onList}>
          {t('Your links')}
        </Button>
      }
    >
      {t('We keep links for 90 days after they expire.')}
    </EmptyState>
  );
}

function LinkSkeleton() {
  return (
    <div className="request-link" aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('Loading your link')}
      </span>
      <Skeleton width={160} height={40} />
      <Skeleton width={232} height={232} />
      <Skeleton height={44} />
    </div>
  );
}

/** Asks once before a request ends. */
function EndingDialog({ link, request }: { link: LinkViewState; request: PaymentRequestView }) {
  const { ending, setEnding, actions } = link;
  const [last, setLast] = useState<Ending>('cancel');
  if (ending !== null && ending !== last) setLast(ending);
  const amount = `${requestedFigure(BigInt(request.amount), request)} ${request.symbol}`;
  const texts = TEXTS[last];

  async function end() {
    await (last === 'cancel' ? actions.cancel() : actions.settle(null));
    setEnding(null);
  }

  return (
    <ConfirmationModal
      isOpen={ending !== null}
      title={texts.title}
      message={texts.message(amount)}
      primaryLabel={texts.primary}
      secondaryLabel={texts.secondary}
      isDanger={last === 'cancel'}
      isBusy={actions.isBusy}
      onPrimary={() => void end()}
      onSecondary={() => setEnding(null)}
    />
  );
}

const TEXTS = {
  cancel: {
    title: t('Cancel this request?'),
    message: (amount: string) =>
      t('No one will be able to pay you {amount} with this link.', { amount }),
    primary: t('Cancel request'),
    secondary: t('Keep it'),
  },
  settle: {
    title: t('Mark as paid?'),
    message: (amount: string) =>
      t('Do this if you got the {amount} another way, such as in cash. The link stops working.', {
        amount,
      }),
    primary: t('Mark as paid'),
    secondary: t('Not yet'),
  },
} as const;
