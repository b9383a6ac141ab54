import type { Page } from '@playwright/test';

/** One screenshot: the signed-in user, and how to bring the screen into its state. */
export interface Shot {
  readonly name: string;
  /** Email of the seeded user who is signed in; omitted for guests. */
  readonly user?: string;
  /** Taken at this size only. */
  readonly only?: 'desktop' | 'phone';
  /** Includes what is below the fold. */
  readonly isWholePage?: boolean;
  readonly open: (page: Page) => Promise<void>;
}
