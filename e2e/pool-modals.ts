import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Shield, Unshield or Internal Transfer on the screen, as the user sees it. */
export interface PoolModal {
  readonly dialog: Locator;
  readonly recipient: Locator;
  /** The button that submits the request. */
  readonly confirm: Locator;
  /** Submits the request and waits until it is accepted. */
  submit(press?: 'click' | 'dblclick'): Promise<void>;
  /** Replaces the amount that the form starts with. */
  enter(amount: string): Promise<void>;
  next(): Promise<void>;
  /** Ticks that the whole address was checked, which a new recipient requires. */
  checkAddress(): Promise<void>;
}

/** Opens Shield from the row of a coin, such as `USDC on Polygon`. */
export async function openShield(page: Page, coin: string): Promise<PoolModal> {
  await page.getByRole('button', { name: `Shield ${coin}` }).click();
  return describeModal(page, 'Shield');
}

/** Opens Unshield from the row of a coin; the page is in private mode. */
export async function openUnshield(page: Page, coin: string): Promise<PoolModal> {
  await page.getByRole('button', { name: `Unshield ${coin}` }).click();
  return describeModal(page, 'Unshield');
}

/** Opens Internal Transfer from the menu of a row; the page is in private mode. */
export async function openTransfer(page: Page, coin: string): Promise<PoolModal> {
  await page.getByRole('button', { name: `More actions for ${coin}` }).click();
  await page.getByRole('menuitem', { name: 'Internal Transfer' }).click();
  return describeModal(page, 'Internal Transfer');
}

/** Shows the private balance. */
export async function goPrivate(page: Page): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Wallet mode' })
    .getByRole('radio', { name: 'Private', exact: true })
    .click();
}

/** The modal of this name, once it is open. */
export async function describeModal(page: Page, name: string): Promise<PoolModal> {
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(dialog).toBeVisible();
  const field = dialog.getByRole('textbox', { name: 'Amount' });
  const confirm = dialog.getByRole('button', {
    name: /^(try again: )?((un)?shield|transfer|send \d\S*) /i,
  });
  return {
    dialog,
    recipient: dialog.getByRole('combobox', { name: 'Recipient address' }),
    confirm,
    async submit(press = 'click') {
      await confirm[press]();
      // The page waits for a private balance that a busy machine still prepares.
      await expect(
        dialog.getByRole('button', { name: /^(Close and keep it running|Done)$/ }),
      ).toBeVisible({
        timeout: 240_000,
      });
    },
    enter: (amount) =>
      // MAX may arrive between the field's selection and the typing, and the typed text would be appended to it.
      expect(async () => {
        await field.fill(amount);
        await expect(field).toHaveValue(amount, { timeout: 500 });
      }).toPass(),
    next: () => dialog.getByRole('button', { name: 'Continue' }).click(),
    // Its input is invisible below the drawn box.
    checkAddress: () => dialog.getByText('I checked the whole address.').click(),
  };
}
