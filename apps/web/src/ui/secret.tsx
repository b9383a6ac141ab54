import { t } from '#language/t';
import './secret.css';
import type { ReactNode } from 'react';

interface SecretProps {
  isHidden: boolean;
  /** Any CSS length. Use a constant for each place, so that it reveals nothing about the content. */
  width?: string | undefined;
  children: ReactNode;
}

/** Content that only the user should see. While hidden, a fixed blurred placeholder replaces it in the DOM. */
export function Secret({ isHidden, width = '5em', children }: SecretProps) {
  if (!isHidden) return <>{children}</>;
  return (
    <span className="secret" style={{ width }}>
      <span className="secret__stand-in" aria-hidden="true">
        88,888.88
      </span>
      <span className="visually-hidden">{t('hidden')}</span>
    </span>
  );
}
