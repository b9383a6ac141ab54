import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';

/** Settings and the sessions of an account. */
export const settingsShots: readonly Shot[] = [
  {
    name: 'settings',
    user: alice,
    isWholePage: true,
    open: async (page) => {
      await page.goto('/dashboard/settings');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'settings-export',
    user: alice,
    open: async (page) => {
      await page.goto('/dashboard/settings');
      await page.getByRole('button', { name: 'Export Private Key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'security',
    user: alice,
    isWholePage: true,
    open: async (page) => {
      await page.goto('/dashboard/settings/security');
      await page.getByRole('heading', { name: 'Security checkup' }).waitFor();
    },
  },
  {
    name: 'security-freeze',
    user: alice,
    open: async (page) => {
      await page.goto('/dashboard/settings/security');
      await page.getByRole('button', { name: 'Freeze account' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'sessions',
    user: alice,
    open: async (page) => {
      await page.goto('/user-sessions');
      await page.getByText('Current session').first().waitFor();
    },
  },
  {
    name: 'sessions-terminate',
    user: alice,
    open: async (page) => {
      await page.goto('/user-sessions');
      await page
        .getByRole('button', { name: /^Terminate/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
