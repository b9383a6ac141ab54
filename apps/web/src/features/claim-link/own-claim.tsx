import { t } from '#language/t';
import './claim-link.css';
import type { ReactNode } from 'react';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { Link } from '../../lib/navigation/navigation.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ClaimEnded } from './claim-parts.tsx';
import { claimAmount } from './claim-texts.ts';
import type { Claiming } from './use-claiming.ts';

interface OwnClaimProps {
  claim: FoundClaim;
  claiming: Claiming;
  /** Why a claim of it failed; null otherwise. */
  failure: string | null;
  /** The steps of a claim that takes a while; null for none. */
  progress: ReactNode;
  /** The page that shows the money. */
  viewAt: string;
}

/** For the signed-in user who can claim it. */
export function OwnClaim({ claim, claiming, failure, progress, viewAt }: OwnClaimProps) {
  const isBeingReceived = claim.state === 'claiming' || claim.state === 'claimed';
  if (claim.state === 'waiting') {
    return <ClaimIt claim={claim} claiming={claiming} failure={failure} />;
  }
  const view = (
    <Link
      className={buttonClassName({
        variant: claim.state === 'claimed' ? 'filled' : 'outlined',
        size: 'lg',
        isWide: true,
      })}
      to={viewAt}
    >
      {t('View')}
    </Link>
  );
  return (
    <>
      <ClaimEnded claim={claim} isYours action={isBeingReceived ? view : null} />
      {claim.state === 'claiming' ? progress : null}
    </>
  );
}

function ClaimIt({
  claim,
  claiming: { at, problem, claim: claimIt },
  failure,
}: Pick<OwnClaimProps, 'claim' | 'claiming' | 'failure'>) {
  const amount = claimAmount(claim);
  const { balance, chain } = claim;
  const why = problem ?? (at === 'idle' ? failure : null);
  return (
    <div className="link-card__actions">
      {why === null ? null : (
        <Notice tone="bad" isAlert>
          {why}
        </Notice>
      )}
      {at === 'preparing' ? (
        <p className="link-card__small" role="status">
          {t('We’re preparing your private balance. We’ll claim the money as soon as it’s ready.')}
        </p>
      ) : null}
      <Button
        variant="filled"
        size="lg"
        isWide
        isBusy={at !== 'idle'}
        busyLabel={t('Claiming {amount}', { amount })}
        onClick={claimIt}
      >
        {t('Claim {amount}', { amount })}
      </Button>
      <p className="link-card__small">
        {balance === 'private'
          ? t('It goes to your private balance. {chain} doesn’t show that you got it.', { chain })
          : t('It goes to your public balance.')}
      </p>
    </div>
  );
}
