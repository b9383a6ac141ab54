import type { Page } from '@playwright/test';

/** One picture: who looks, and how the screen gets into its state. */
export interface Shot {
  readonly name: string;
  /** E-mail of the seeded person who is signed in; left out for guests. */
  readonly user?: string;
  /** Taken at this size only. */
  readonly only?: 'desktop' | 'phone';
  /** With what lies below the fold. */
  readonly isWholePage?: boolean;
  readonly open: (page: Page) => Promise<void>;
}
