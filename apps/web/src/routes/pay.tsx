import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { isSameAddress } from '#domain/address/parse-public-address';
import { parseRequestCode } from '#domain/payment-request/payment-request';
import { useOwnAddresses } from '../contacts/own-addresses.ts';
import {
  type LinkedRequest,
  useLinkedRequest,
} from '../features/pay-link/api/find-payment-request.ts';
import { PayFacts, PayWarning } from '../features/pay-link/pay-facts.tsx';
import { PayHead } from '../features/pay-link/pay-head.tsx';
import {
  BalancesSkeleton,
  OwnLink,
  PayEnd,
  PayFailure,
  PaySkeleton,
  UnknownRequest,
} from '../features/pay-link/pay-states.tsx';
import { VisitorActions } from '../features/pay-link/visitor-actions.tsx';
import { usePaymentRequests } from '../features/receive/api/payment-requests.ts';
import { paramsOf } from '../features/receive/use-receive-view.ts';
import { ApiFailure } from '../lib/api-result.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { paths } from '../paths.ts';
import { useAuthSession } from '../state/auth-session.ts';
import { Loading } from '../ui/loading.tsx';

const PayActions = lazyRoute(() => import('./pay-actions.tsx'));
const PayIdleTimer = lazyRoute(() => import('./pay-idle-timer.tsx'));

/** /pay/:code, the link of a payment request, with or without a session (§2). */
export default function Pay() {
  const { code: typed = '' } = useParams();
  const session = useAuthSession();
  const code = parseRequestCode(typed);
  if (session.status === 'loading') return <Loading />;
  const isSignedIn = session.status === 'signed-in';
  return (
    <>
      <title>Payment request · Kax</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <ResponseCache key={isSignedIn ? session.user.id : 'visitor'}>
        {code === null ? <UnknownRequest /> : <LinkPage key={code} code={code} />}
      </ResponseCache>
      {isSignedIn ? (
        <Suspense fallback={null}>
          <PayIdleTimer />
        </Suspense>
      ) : null}
    </>
  );
}

/** What one user was shown is discarded when another one signs in. */
function ResponseCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function LinkPage({ code }: { code: string }) {
  const { data: request, error, isFetching, refetch } = useLinkedRequest(code);
  const own = useOwnAddresses();
  if (isUnknown(error)) return <UnknownRequest />;
  if (request === undefined) {
    if (error === null) return <PaySkeleton />;
    const retry = () => void refetch();
    return <PayFailure message={error.message} isRetrying={isFetching} onRetry={retry} />;
  }
  const isOwn = own.some((one) => isSameAddress(one, request.recipient));
  return (
    <section className="card pay-card" data-mode={request.balance} aria-label="Payment request">
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
