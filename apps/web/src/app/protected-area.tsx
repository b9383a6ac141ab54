import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { IdleTimer } from '../features/idle-timer/idle-timer.tsx';
import { usePaymentNotifications } from '../features/operations/use-payment-notifications.ts';
import { keepSessionAwake } from '../features/sessions/api/user-sessions.ts';
import { signOut, signOutIdle } from '../features/sign-out/api/logout.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { explainSignOut, useUser } from '../state/auth-session.ts';
import { readSettings, useSettings } from '../state/settings.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { LiveUpdates } from './live-updates.tsx';

/** What only signed-in users load: the layout, and a cache that is gone when they leave. */
export default function ProtectedArea() {
  // Another tab may sign in someone else: nothing of the one before is shown to the next.
  const { id } = useUser();
  return <PersonalArea key={id} />;
}

function PersonalArea() {
  const [queryClient] = useState(openArea);
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentNotes />
      <LiveUpdates />
      <AppLayout />
      <IdleTimer
        onStay={keepSessionAwake}
        onIdle={signOutIdle}
        onLeftBehind={() => explainSignOut('idle')}
        onSignOut={signOut}
      />
    </QueryClientProvider>
  );
}

/** The settings of this browser are needed from here on; a guest page shows none of them. */
function openArea() {
  readSettings();
  return createQueryClient();
}

/** Draws nothing: its notifications are among the toasts, whatever page is open. */
function PaymentNotes() {
  usePaymentNotifications(useSettings().hasPaymentNotes);
  return null;
}
