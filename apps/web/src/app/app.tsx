import { useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { followStoredSession } from '../state/auth-session.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

/** The whole app: session, routes, toasts, and a page for what nobody expected. */
export function App() {
  useLayoutEffect(followStoredSession, []);
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
      <ToastList toasts={useToasts()} onClose={closeToast} />
    </ErrorBoundary>
  );
}
