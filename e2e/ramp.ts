import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The payment partner's page in its frame, as the user sees it. */
export interface PartnerPage {
  readonly frame: FrameLocator;
  /** Types an amount and continues. */
  order(amount: string): Promise<void>;
  /** Pays by card and confirms the payment to the bank. */
  payBy(card: string): Promise<void>;
}

/** @param title of the frame, such as `Buy USDC` */
export async function findPartnerPage(page: Page, title: string): Promise<PartnerPage> {
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await expect(frame.getByRole('heading', { name: title })).toBeVisible();
  return {
    frame,
    async order(amount) {
      await frame.getByRole('textbox').fill(amount);
      await frame.getByRole('button', { name: 'Continue' }).click();
    },
    async payBy(card) {
      await frame.getByLabel('Card number').fill(card);
      await frame.getByRole('button', { name: /^Pay / }).click();
      await frame.getByRole('button', { name: 'Yes, it is me' }).click();
    },
  };
}
