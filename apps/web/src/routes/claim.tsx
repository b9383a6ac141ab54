import { Suspense } from 'react';
import { parseRequestCode } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { useFoundClaim } from '../features/claim-link/api/find-claim.ts';
import { ClaimHead } from '../features/claim-link/claim-head.tsx';
import { ClaimEnded, ClaimTerms, VisitorSteps } from '../features/claim-link/claim-parts.tsx';
import { ApiFailure } from '../lib/api-result.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useLocation } from '../lib/navigation/navigation.tsx';
import { useParams } from '../lib/navigation/routes.tsx';
import { useAuthSession } from '../state/auth-session.ts';
import { LinkFailure, LinkSkeleton, UnknownLink } from '../ui/link-states.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { OutsidePage } from './outside-page.tsx';

const ClaimActions = lazyRoute(() => import('./claim-actions.tsx'));

/** /claim/:code, the link of a payment to someone who may have no account (§2). */
export default function Claim() {
  const { code: typed = '' } = useParams();
  const code = parseRequestCode(typed);
  return (
    <OutsidePage title={t('Claim your money · Kax')}>
      {code === null ? <UnknownClaim /> : <LinkPage key={code} code={code} />}
    </OutsidePage>
  );
}

/** There is no payment with this code. */
function UnknownClaim() {
  return (
    <UnknownLink>
      {t('Check that you copied all of it, or ask whoever sent it for a new one.')}
    </UnknownLink>
  );
}

function LinkPage({ code }: { code: string }) {
  const { data: claim, error, isFetching, refetch } = useFoundClaim(code);
  if (isUnknown(error)) return <UnknownClaim />;
  if (claim === undefined) {
    if (error === null) return <LinkSkeleton label={t('Loading your payment')} />;
    return (
      <LinkFailure
        title={t('Couldn’t load this payment')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('{message} This changes nothing about the money.', { message: error.message })}
      </LinkFailure>
    );
  }
  return (
    <section className="card link-card" data-mode={claim.balance} aria-label={t('Payment for you')}>
      <ClaimHead claim={claim} />
      <Actions code={code} claim={claim} />
    </section>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && error.error.code === 'unknown-claim';
}

function Actions({ code, claim }: { code: string; claim: FoundClaim }) {
  const { status } = useAuthSession();
  const { pathname } = useLocation();
  const canBeClaimed = claim.state === 'waiting' || claim.state === 'sending';
  if (status === 'signed-in') {
    return (
      <>
        <Suspense fallback={<Skeleton height={48} />}>
          <ClaimActions code={code} claim={claim} />
        </Suspense>
        {canBeClaimed ? <ClaimTerms claim={claim} /> : null}
      </>
    );
  }
  if (!canBeClaimed) return <ClaimEnded claim={claim} isYours={false} />;
  return (
    <>
      <VisitorSteps claim={claim} from={pathname} />
      <ClaimTerms claim={claim} />
    </>
  );
}
