import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyRoute } from '../lib/lazy-route.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { useAuthSession } from '../state/auth-session.ts';
import { DisplayRates } from '../state/display-rates.tsx';
import { Loading } from '../ui/loading.tsx';

const OutsideIdleTimer = lazyRoute(() => import('./outside-idle-timer.tsx'));

interface OutsidePageProps {
  title: string;
  children: ReactNode;
}

/** A page that a link leads to, with or without a session. No search engine lists it, and no other site learns its address. */
export function OutsidePage({ title, children }: OutsidePageProps) {
  const session = useAuthSession();
  if (session.status === 'loading') return <Loading />;
  const isSignedIn = session.status === 'signed-in';
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <ResponseCache key={isSignedIn ? session.user.id : 'visitor'}>{children}</ResponseCache>
      {isSignedIn ? (
        <Suspense fallback={null}>
          <OutsideIdleTimer />
        </Suspense>
      ) : null}
    </>
  );
}

/** What one user was shown is discarded when another one signs in. */
function ResponseCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <DisplayRates />
      {children}
    </QueryClientProvider>
  );
}
