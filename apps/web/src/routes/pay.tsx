import { Suspense } from 'react';
import { isSameAddress } from '#domain/address/parse-public-address';
import { parseRequestCode } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import { useOwnAddresses } from '../contacts/own-addresses.ts';
import {
  type LinkedRequest,
  useLinkedRequest,
} from '../features/pay-link/api/find-payment-request.ts';
import { PayFacts, PayWarning } from '../features/pay-link/pay-facts.tsx';
import { PayHead } from '../features/pay-link/pay-head.tsx';
import { BalancesSkeleton, OwnLink, PayEnd } from '../features/pay-link/pay-states.tsx';
import { VisitorActions } from '../features/pay-link/visitor-actions.tsx';
import { usePaymentRequests } from '../features/receive/api/payment-requests.ts';
import { paramsOf } from '../features/receive/use-receive-view.ts';
import { ApiFailure } from '../lib/api-result.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useParams } from '../lib/navigation/routes.tsx';
import { paths } from '../paths.ts';
import { useAuthSession } from '../state/auth-session.ts';
import { LinkFailure, LinkSkeleton, UnknownLink } from '../ui/link-states.tsx';
import { OutsidePage } from './outside-page.tsx';

const PayActions = lazyRoute(() => import('./pay-actions.tsx'));

/** /pay/:code, the link of a payment request, with or without a session (§2). */
export default function Pay() {
  const { code: typed = '' } = useParams();
  const code = parseRequestCode(typed);
  return (
    <OutsidePage title={t('Payment request · Kax')}>
      {code === null ? <UnknownRequest /> : <LinkPage key={code} code={code} />}
    </OutsidePage>
  );
}

/** There is no request with this code. */
function UnknownRequest() {
  return <UnknownLink>{t('Check that you copied all of it, or ask for a new one.')}</UnknownLink>;
}

function LinkPage({ code }: { code: string }) {
  const { data: request, error, isFetching, refetch } = useLinkedRequest(code);
  const own = useOwnAddresses();
  if (isUnknown(error)) return <UnknownRequest />;
  if (request === undefined) {
    if (error === null) return <LinkSkeleton label={t('Loading the payment request')} />;
    return (
      <LinkFailure
        title={t('Couldn’t load this request')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('{message} Nothing was paid.', { message: error.message })}
      </LinkFailure>
    );
  }
  const isOwn = own.some((one) => isSameAddress(one, request.recipient));
  return (
    <section
      className="card link-card"
      data-mode={request.balance}
      aria-label={t('Payment request')}
    >
      <PayHead request={request} isOwn={isOwn} />
      {isOwn ? <OwnActions code={code} /> : <Actions code={code} request={request} />}
    </section>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && error.error.code === 'unknown-payment-request';
}

interface RequestProps {
  code: string;
  request: LinkedRequest;
}

/** What a payer can do with a request. */
function Actions({ code, request }: RequestProps) {
  const { status } = useAuthSession();
  if (request.state !== 'open') {
    return (
      <>
        <PayEnd request={request} />
        <PayFacts request={request} />
      </>
    );
  }
  if (status === 'signed-in') {
    return (
      <>
        <Suspense fallback={<BalancesSkeleton />}>
          <PayActions code={code} request={request} />
        </Suspense>
        <PayWarning request={request} />
      </>
    );
  }
  return (
    <>
      <VisitorActions request={request} />
      <PayFacts request={request} />
      <PayWarning request={request} />
    </>
  );
}

function OwnActions({ code }: { code: string }) {
  const { data = [] } = usePaymentRequests({ isWanted: true, isFollowed: false });
  const id = data.find((one) => one.code === code)?.id;
  const view = paramsOf(id === undefined ? { at: 'list' } : { at: 'link', id });
  return <OwnLink to={`${paths.dashboard}?${new URLSearchParams({ do: 'receive', ...view })}`} />;
}
