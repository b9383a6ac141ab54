import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-route.ts';
import { ErrorState } from '../ui/error-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** The page for what nobody expected. Retry loads the app anew; no money moves by that. */
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
          title={isChunk ? 'A part of Kax could not be loaded' : 'This page stopped working'}
          onRetry={() => location.reload()}
          retryLabel="Retry"
        >
          {isChunk
            ? 'The connection broke, or a newer version is out. Your money is not affected.'
            : 'Load it again. Your money is not affected; a payment under way goes on by itself.'}
        </ErrorState>
      </main>
    );
  }
}
