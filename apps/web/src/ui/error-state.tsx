import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { useIsOnline } from './use-is-online.ts';

interface ErrorStateProps {
  title: string;
  /** What the error means, and that nothing else is affected. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  isRetrying?: boolean | undefined;
  icon?: ReactNode;
  /** A second way on, such as a link. */
  more?: ReactNode;
}

/** An error message with an optional retry button. Without a connection, that is what it says: nothing else is wrong. */
export function ErrorState(props: ErrorStateProps) {
  const {
    title,
    children,
    onRetry,
    retryLabel = t('Try again'),
    isRetrying = false,
    icon,
    more,
  } = props;
  const isOffline = !useIsOnline() && onRetry !== undefined;
  const Icon = isOffline ? WifiOff : CircleAlert;
  return (
    <EmptyState
      tone={isOffline ? 'plain' : 'bad'}
      isAlert
      icon={icon ?? <Icon className="icon" size={24} aria-hidden="true" />}
      title={title}
      actions={
        onRetry || more ? (
          <>
            {onRetry ? (
              <Button
                size="sm"
                icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
                isBusy={isRetrying}
                onClick={onRetry}
              >
                {retryLabel}
              </Button>
            ) : null}
            {more}
          </>
        ) : undefined
      }
    >
      {isOffline ? t('You’re offline. Try again once you’re connected.') : children}
    </EmptyState>
  );
}
