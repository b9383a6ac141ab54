import type { Page } from '@playwright/test';
import type { Interaction } from './interactions.ts';

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const picker = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Token/ });

/** What users do on the dashboard, in an order in which each leaves what the next one needs. */
export const dashboardInteractions: readonly Interaction[] = [
  {
    name: 'discretion',
    run: (page) =>
      button(page, /amounts$/)
        .first()
        .click(),
  },
  {
    name: 'theme',
    run: (page) =>
      button(page, /theme$/)
        .first()
        .click(),
  },
  {
    name: 'currency',
    run: (page) => page.getByRole('tab', { name: 'KAX' }).click(),
    reset: (page) => page.getByRole('tab', { name: 'USD' }).click(),
  },
  { name: 'private balance', run: (page) => chooseBalance(page, 'Private') },
  { name: 'public balance', run: (page) => chooseBalance(page, 'Public') },
  {
    name: 'menu of a coin',
    run: (page) =>
      button(page, /^More actions for /)
        .first()
        .click(),
    reset: press('Escape'),
  },
  {
    name: 'scrolling by keys',
    run: async (page) => {
      for (const key of ['PageDown', 'PageDown', 'PageDown', 'End']) await page.keyboard.press(key);
    },
    reset: press('Home'),
  },
  {
    name: 'Send',
    run: (page) => page.getByRole('button', { name: 'Send', exact: true }).first().click(),
    reset: (page) => picker(page).waitFor(),
  },
  { name: 'coin picker', run: (page) => picker(page).click() },
  { name: 'search in the coin picker', run: press('c') },
  { name: 'arrow in the coin picker', run: press('ArrowDown'), reset: press('Escape') },
  { name: 'closing Send', run: press('Escape') },
];

async function chooseBalance(page: Page, name: 'Private' | 'Public'): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Balance shown' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .click();
}
