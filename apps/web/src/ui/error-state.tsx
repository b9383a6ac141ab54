import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  title: string;
  /** What the error means, and that nothing else is affected. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  isRetrying?: boolean | undefined;
  icon?: ReactNode;
}

/** An error message with an optional retry button. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retryLabel = 'Try again', isRetrying = false, icon } = props;
  return (
    <EmptyState
      tone="bad"
      isAlert
      icon={icon ?? <CircleAlert className="icon" size={24} aria-hidden="true" />}
      title={title}
      actions={
        onRetry ? (
          <Button
            size="sm"
            icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
            isBusy={isRetrying}
            onClick={onRetry}
          >
            {retryLabel}
          </Button>
        ) : undefined
      }
    >
      {children}
    </EmptyState>
  );
}
