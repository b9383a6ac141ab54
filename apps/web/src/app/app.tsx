import { BrowserRouter } from 'react-router';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

/** The whole app: routes, toasts, and a page for what nobody expected. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
      <ToastList toasts={useToasts()} onClose={closeToast} />
    </ErrorBoundary>
  );
}
