import './secret.css';
import type { ReactNode } from 'react';

interface SecretProps {
  isHidden: boolean;
  /** Any CSS length: always the same for one place, so that it reveals nothing of what is hidden. */
  width?: string | undefined;
  children: ReactNode;
}

/** What only its owner should see. Hidden, a fixed stand-in is drawn blurred, and nothing of the truth is in the page. */
export function Secret({ isHidden, width = '5em', children }: SecretProps) {
  if (!isHidden) return <>{children}</>;
  return (
    <span className="secret" style={{ width }}>
      <span className="secret__stand-in" aria-hidden="true">
        88,888.88
      </span>
      <span className="visually-hidden">hidden</span>
    </span>
  );
}
