import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isDevelopment } from '../config.ts';
import { ApprovalHost } from '../features/approval/approval-host.tsx';
import { useContinueReturns } from '../features/claims/use-continue-returns.ts';
import { IdleTimer } from '../features/idle-timer/idle-timer.tsx';
import {
  useContinueQuietly,
  useWaitingAccounts,
} from '../features/operations/api/continue-operations.ts';
import { useOpenOperations } from '../features/operations/api/operations.ts';
import { usePaymentNotifications } from '../features/operations/use-payment-notifications.ts';
import { keepSessionAwake } from '../features/sessions/api/user-sessions.ts';
import { signOut, signOutIdle } from '../features/sign-out/api/logout.ts';
import { SigningHost } from '../features/signer/signing-host.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { untilIdle } from '../lib/until-idle.ts';
import { explainSignOut, useUser } from '../state/auth-session.ts';
import { DisplayRates } from '../state/display-rates.tsx';
import { useWantsPush } from '../state/push-choice.ts';
import { readSettings, useSettings } from '../state/settings.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { LiveUpdates } from './live-updates.tsx';

// Only for browsers that get push messages. If it fails to load, every page works without it.
const PushMessages = lazy(() =>
  import('../features/settings/notifications/push-messages.tsx').catch(() => ({
    default: () => null,
  })),
);

/** Loaded only for signed-in users: the layout, and a query cache that is discarded on sign-out. */
export default function ProtectedArea() {
  // Another tab may sign in a different user, who must not see the previous user's data.
  const { id } = useUser();
  return <PersonalArea key={id} />;
}

function PersonalArea() {
  const [queryClient] = useState(openArea);
  const wantsPush = useWantsPush(useUser().id);
  useEffect(() => void keepShellWhenIdle(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentNotifications />
      <WaitingPayments />
      <LiveUpdates />
      <DisplayRates />
      {wantsPush ? (
        <Suspense fallback={null}>
          <PushMessages />
        </Suspense>
      ) : null}
      <AppLayout />
      <ApprovalHost />
      <SigningHost />
      <IdleTimer
        onStay={keepSessionAwake}
        onIdle={signOutIdle}
        onSignedOutElsewhere={() => explainSignOut('idle')}
        onSignOut={signOut}
      />
    </QueryClientProvider>
  );
}

/** Not from the sources, whose files change as they are written. */
async function keepShellWhenIdle(): Promise<void> {
  if (isDevelopment || !('serviceWorker' in navigator)) return;
  await untilIdle();
  const part = await import('../lib/keep-shell.ts').catch(() => null);
  await part?.keepShell();
}

/** Reads this browser's settings here, because no guest page needs them. */
function openArea() {
  readSettings();
  return createQueryClient();
}

/** Renders nothing. Shows payment notifications as toasts on every page. */
function PaymentNotifications() {
  usePaymentNotifications(useSettings((settings) => settings.hasPaymentNotes));
  return null;
}

/**
 * Renders nothing. Has payments continue that wait for an earlier transaction, and what no one claimed return, whichever
 * page is open.
 */
function WaitingPayments() {
  const { data, isSuccess } = useOpenOperations();
  const operations = data ?? NO_OPERATIONS;
  useWaitingAccounts(operations);
  useContinueReturns(operations);
  useContinueQuietly(isSuccess);
  return null;
}

const NO_OPERATIONS = [] as const;
