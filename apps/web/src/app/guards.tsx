import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from '../lib/navigation/navigation.tsx';
import { Outlet } from '../lib/navigation/routes.tsx';
import { pathFrom } from '../lib/return-path.ts';
import { paths } from '../paths.ts';
import { useAuthSession } from '../state/auth-session.ts';
import { Loading } from '../ui/loading.tsx';

/** Redirects signed-out visitors to /login, which returns them here after they sign in (§2). */
export function Protected() {
  const session = useAuthSession();
  const location = useLocation();
  switch (session.status) {
    case 'loading':
      return <Loading />;
    case 'signed-in':
      return <Outlet />;
    case 'signed-out': {
      const from = `${location.pathname}${location.search}${location.hash}`;
      return <Navigate to={paths.login} replace state={session.isByChoice ? null : { from }} />;
    }
  }
}

interface InOrOutProps {
  inside: ReactNode;
  outside: ReactNode;
}

/** A page with or without a session, in the layout of each. Signing out on it leads to /login, as everywhere (§8). */
export function InOrOut({ inside, outside }: InOrOutProps) {
  const { status } = useAuthSession();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  if (status === 'loading') return <Loading />;
  if (status === 'signed-in') return inside;
  return wasSignedIn ? <Protected /> : outside;
}

/** Redirects signed-in visitors to /dashboard, or to the page they requested before signing in (§2). */
export function GuestOnly() {
  const session = useAuthSession();
  const { state } = useLocation();
  switch (session.status) {
    case 'loading':
      return null;
    case 'signed-in':
      return <Navigate to={pathFrom(state) ?? paths.dashboard} replace />;
    case 'signed-out':
      return <Outlet />;
  }
}
