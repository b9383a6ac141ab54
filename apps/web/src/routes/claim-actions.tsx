import { useState } from 'react';
import { entryIdOfOperation } from '#domain/activity/entry-id';
import { t } from '#language/t';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { useClaims } from '../claims/api/claims.ts';
import { ClaimEnded, OtherAccount, SentLink } from '../features/claim-link/claim-parts.tsx';
import { isForUser } from '../features/claim-link/claim-texts.ts';
import { OwnClaim } from '../features/claim-link/own-claim.tsx';
import { useClaiming } from '../features/claim-link/use-claiming.ts';
import { stepsOf } from '../features/operations/operation-steps.ts';
import { signOut } from '../features/sign-out/api/logout.ts';
import { DATE_REFRESH_MS, useNow } from '../lib/use-now.ts';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { StepList } from '../ui/step-list.tsx';
import { useClaimEnd } from './use-claim-end.ts';

interface ClaimActionsProps {
  code: string;
  claim: FoundClaim;
}

/** What a signed-in user can do with the link of a payment. Loaded for them alone. */
export default function ClaimActions({ code, claim }: ClaimActionsProps) {
  const user = useUser();
  const isYours = isForUser(claim, user);
  const { data: sent = [] } = useClaims(!isYours);
  const [isSwitching, setIsSwitching] = useState(false);
  if (isYours) return <OwnOne code={code} claim={claim} />;
  const own = sent.find((one) => one.code === code);
  if (own !== undefined) return <SentLink to={pathOf(own.operationId)} />;
  if (claim.state !== 'waiting' && claim.state !== 'sending') {
    return <ClaimEnded claim={claim} isYours={false} />;
  }
  return (
    <OtherAccount
      claim={claim}
      email={user.email}
      isBusy={isSwitching}
      onSwitch={() => {
        setIsSwitching(true);
        void signOut();
      }}
    />
  );
}

function OwnOne({ code, claim }: ClaimActionsProps) {
  const claiming = useClaiming(code);
  const now = useNow(DATE_REFRESH_MS);
  const operation = useClaimEnd({ code, claim, operationId: claiming.operationId });
  const { balance } = claim;
  const operationId = claiming.operationId ?? operation?.id ?? null;
  return (
    <OwnClaim
      claim={claim}
      claiming={claiming}
      failure={operation?.failure ?? null}
      progress={
        operation === null ? null : (
          <StepList
            label={t('Steps of this payment')}
            steps={stepsOf({ ...operation, isReceived: true }, now)}
          />
        )
      }
      viewAt={
        operationId === null
          ? `${paths.activity('wallet')}${balance === 'private' ? '?balance=private' : ''}`
          : pathOf(operationId)
      }
    />
  );
}

function pathOf(operationId: string): string {
  return paths.activityEntry(entryIdOfOperation(operationId));
}
