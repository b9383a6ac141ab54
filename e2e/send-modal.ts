import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Send Assets on the screen, as the user sees it. */
export interface SendModal {
  readonly dialog: Locator;
  readonly amount: Locator;
  readonly recipient: Locator;
  readonly confirm: Locator;
  next(): Promise<void>;
  /** Enters the recipient, goes on to the review, and says that the address is checked where that is asked. */
  review(to: string): Promise<void>;
}

/** Opens Send Assets from the row of a coin, such as `USDC on Polygon`. */
export async function openSend(page: Page, coin: string): Promise<SendModal> {
  await page.getByRole('button', { name: `More actions for ${coin}` }).click();
  await page.getByRole('menuitem', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await expect(dialog).toBeVisible();
  const recipient = dialog.getByRole('combobox', { name: 'Recipient address' });
  const next = () => dialog.getByRole('button', { name: 'Continue' }).click();
  return {
    dialog,
    amount: dialog.getByRole('textbox', { name: 'Amount' }),
    recipient,
    confirm: dialog.getByRole('button', { name: /^(Confirm and|Try again:) send / }),
    next,
    async review(to) {
      await recipient.fill(to);
      await next();
      await expect(dialog.getByRole('heading', { name: /^You send / })).toBeVisible();
      const tick = dialog.getByRole('checkbox');
      if (await tick.isVisible()) await tick.check();
    },
  };
}
