import { useState } from 'react';
import { entryIdOfOperation } from '#domain/activity/entry-id';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { useClaims } from '../claims/api/claims.ts';
import {
  ClaimEnded,
  OtherAccount,
  OwnClaim,
  SentLink,
} from '../features/claim-link/claim-parts.tsx';
import { isForUser } from '../features/claim-link/claim-texts.ts';
import { signOut } from '../features/sign-out/api/logout.ts';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';

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
  if (isYours) return <OwnClaim code={code} claim={claim} pathOf={pathOf} />;
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

function pathOf(operationId: string | null): string {
  return operationId === null
    ? paths.activity('wallet')
    : paths.activityEntry(entryIdOfOperation(operationId));
}
