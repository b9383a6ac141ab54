import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';

/** The welcome of a new user, which anyone can open again, and the first shield. */
export const welcomeShots: readonly Shot[] = [
  shotOf('welcome-1', { path: '/dashboard?do=welcome', dialog: /^Welcome to Kax, / }),
  shotOf('welcome-2', {
    path: '/dashboard?do=welcome&step=balances',
    dialog: 'One wallet, two balances',
  }),
  shotOf('welcome-3', {
    path: '/dashboard?do=welcome&step=start',
    dialog: 'Where would you like to start?',
  }),
  {
    name: 'welcome-4-shield',
    user: alice,
    open: async (page) => {
      await page.goto('/dashboard?do=shield&coin=polygon-usdc&guide=first');
      const dialog = page.getByRole('dialog', { name: 'Shield' });
      await dialog.getByText('4.9875 USDC').waitFor();
    },
  },
];

interface Opened {
  readonly path: string;
  readonly dialog: string | RegExp;
}

function shotOf(name: string, { path, dialog }: Opened): Shot {
  return {
    name,
    user: alice,
    open: async (page) => {
      await page.goto(path);
      await page.getByRole('dialog', { name: dialog }).waitFor();
    },
  };
}
