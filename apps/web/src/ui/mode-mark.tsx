import { t } from '#language/t';
import './mode-mark.css';
import type { ReactNode } from 'react';
import { rich } from './rich.tsx';

interface ModeProps {
  mode: 'public' | 'private';
}

/** The icon of a mode: an open ring with a dot (public), or a closed shield with one slot (private). */
export function ModeMark({ mode, size = 16 }: ModeProps & { size?: number | undefined }) {
  return mode === 'public' ? (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="1.75" />
      <circle cx="8" cy="8" r="2.1" fill="currentColor" />
    </svg>
  ) : (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M2.3 2.7c0-.5.36-.85.86-.8 1.2.13 2.2.56 3 1.2a6.7 6.7 0 0 1 3.68 0c.8-.64 1.8-1.07 3-1.2.5-.05.86.3.86.8v5c0 3.2-2.1 5.3-5.2 6.45a1.4 1.4 0 0 1-1 0C4.4 13 2.3 10.9 2.3 7.7v-5ZM8 6.2c-.5 0-.9.4-.9.9v2.3a.9.9 0 0 0 1.8 0V7.1c0-.5-.4-.9-.9-.9Z"
      />
    </svg>
  );
}

/** A mode's icon and label in its accent color. `isTarget` says that the money goes there, and nothing more. */
export function ModeChip({ mode, isTarget = false }: ModeProps & { isTarget?: boolean }) {
  return (
    <span className="mode-chip" data-mode={mode}>
      <ModeMark mode={mode} size={14} />
      <span>{isTarget ? TARGETS[mode] : labelOf(mode)}</span>
    </span>
  );
}

const TARGETS = { public: t('To public'), private: t('To private') } as const;

function labelOf(mode: ModeProps['mode']): ReactNode {
  const more = (meaning: ReactNode) => <span className="mode-chip__more">{meaning}</span>;
  return mode === 'public'
    ? rich('Public<more> — anyone can see</more>', { more })
    : rich('Private<more> — hidden on Polygon</more>', { more });
}
