import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Skeleton } from '../ui/skeleton.tsx';

/** What is known of the cost of an amount. `failed`: it could not be read, so the constants of §9 are shown. */
export type Estimate = 'known' | 'loading' | 'failed' | 'no-amount';

/** In place of a figure that is loading: as large as most figures, and loading for screen readers too. */
export const LOADING_FIGURE = (
  <span className="loading-figure">
    <Skeleton width="6.5em" height={12} />
    <span className="visually-hidden">{t('Loading…')}</span>
  </span>
);

/** @returns what to show in place of a figure: `placeholder` only if reading it failed, because no estimate exists. */
export function missingFigure(estimate: Estimate, placeholder: string): ReactNode {
  if (estimate === 'failed') return placeholder;
  return estimate === 'no-amount' ? '—' : LOADING_FIGURE;
}
