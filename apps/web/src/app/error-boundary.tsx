import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-route.ts';
import { ErrorState } from '../ui/error-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Shows an error page when rendering throws. Retry reloads the app and moves no money. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isChunk = error instanceof ChunkLoadError;
    return (
      <main>
        <ErrorState
          title={isChunk ? 'Part of Kax didn’t load' : 'This page stopped working'}
          onRetry={() => location.reload()}
          retryLabel="Reload"
        >
          {isChunk
            ? 'The connection dropped, or Kax was updated. Your money isn’t affected.'
            : 'Reload to continue. Your money isn’t affected, and payments in progress continue.'}
        </ErrorState>
      </main>
    );
  }
}
