import type { ReactNode } from 'react';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

/** The whole app: routes, toasts and an error page. `inRouter` wraps the routes in a router. */
export function App({ inRouter }: { inRouter: (routes: ReactNode) => ReactNode }) {
  return (
    <ErrorBoundary>
      {inRouter(<Router />)}
      <ToastList toasts={useToasts()} onClose={closeToast} />
    </ErrorBoundary>
  );
}
