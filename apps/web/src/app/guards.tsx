import { Navigate, Outlet, useLocation } from 'react-router';
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
