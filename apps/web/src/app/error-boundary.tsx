import { Component, type ReactNode, useEffect } from 'react';
import { t } from '#language/t';
import { ChunkLoadError } from '../lib/lazy-route.ts';
import { paths } from '../paths.ts';
import { buttonClassName } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useIsOnline } from '../ui/use-is-online.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Inside the layout, which stays: the path, whose change shows the next page. Undefined around the whole app. */
  path?: string;
}

/** Shows an error page when rendering throws. Retry reloads the app and moves no money. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate({ path }: ErrorBoundaryProps) {
    if (path !== this.props.path && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const page = error instanceof ChunkLoadError ? <MissingPart /> : <Stopped />;
    return this.props.path === undefined ? <main>{page}</main> : page;
  }
}

const reload = () => location.reload();

/** A plain link, because it loads everything again. */
const HELP = (
  <a className={buttonClassName({ size: 'sm' })} href={paths.helpOn('contact')}>
    {t('Get help')}
  </a>
);

function Stopped() {
  return (
    <ErrorState
      title={t('This page stopped working')}
      onRetry={reload}
      retryLabel={t('Reload')}
      more={HELP}
    >
      {t('Reload to continue. Your money isn’t affected, and payments in progress continue.')}
    </ErrorState>
  );
}

/** Offline it is a part that isn’t on this device yet; the page loads it as soon as there is a connection. */
function MissingPart() {
  const isOnline = useIsOnline();
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  if (!isOnline) {
    return <ErrorState title={t('This page isn’t on your device yet')} onRetry={reload} />;
  }
  return (
    <ErrorState
      title={t('Part of Kax didn’t load')}
      onRetry={reload}
      retryLabel={t('Reload')}
      more={HELP}
    >
      {t('The connection dropped, or Kax was updated. Your money isn’t affected.')}
    </ErrorState>
  );
}
