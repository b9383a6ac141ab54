import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../state/settings.ts';
import { currentPath, signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  DELETE,
  dialog,
  givePassword,
  openModal,
  refused,
  start,
  type User,
} from './settings.test-setup.tsx';

signInBeforeEachPage();
beforeEach(readSettings);

describe('Delete Wallet', () => {
  const fill = async (user: User) => {
    await openModal(user, 'Delete Wallet');
    await user.type(dialog().getByLabelText('Type DELETE to confirm'), 'DELETE');
    await givePassword(user);
  };
  const confirm = () => dialog().getByRole('button', { name: 'Delete Wallet' });

  test('requires the word DELETE as well as the password', async () => {
    const { api, user } = start();
    await openModal(user, 'Delete Wallet');
    await user.type(dialog().getByLabelText('Type DELETE to confirm'), 'delete');
    await givePassword(user);
    expect(confirm()).toHaveProperty('disabled', true);
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  test('clears the storage, and the sign-in page calmly says what happened', async () => {
    const { api, user } = start({ [DELETE]: () => ({ body: { success: true } }) });
    await fill(user);
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(screen.getByRole('alert').textContent).toBe(
      'We deleted your wallet and account, and removed them from this browser.',
    );
    expect(Object.keys(localStorage)).toEqual([]);
    expect(api.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      password: 'Piggy!Bank7',
      confirmation: 'DELETE',
    });
  });

  test.each([
    ['wallet-not-empty', 'This wallet still has money in it: 12.5 USDC.', 'Move it out'],
    ['operations-open', 'A payment of this wallet is still on its way.', 'See it'],
  ])('%s is shown with a next step, and nothing is lost', async (code, sentence, nextStep) => {
    const { user } = start({ [DELETE]: () => refused(409, code, sentence) });
    await fill(user);
    expect((await dialog().findByRole('alert')).textContent).toContain(sentence);
    await user.click(dialog().getByRole('link', { name: nextStep }));
    expect(currentPath()).toBe('/dashboard');
    expect(localStorage.getItem('access_token')).toBe('access-1');
  });

  test('says before the password is typed what has to be empty and over', async () => {
    const { user } = start();
    await openModal(user, 'Delete Wallet');
    const [, , money, unfinished, unseen] = dialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(money).toBe(
      'Move your money out first, public and private. We don’t delete a wallet with $1 or more in it, or with a coin that has no price.',
    );
    expect(unfinished).toBe(
      'Payments, swaps, purchases and sales must be over, including payments scheduled for later.',
    );
    expect(unseen).toBe(
      'We can’t see coins that Kax doesn’t list. Without a backup, you lose them.',
    );
  });

  describe('while the private balance is being checked', () => {
    const CHECKING = 'Your private balance is still being checked. Try again in a minute.';
    const checking = refused(503, 'private-not-ready', CHECKING, 1);
    const requests = (api: ReturnType<typeof start>['api']) =>
      api.seen.filter(({ method }) => method === 'POST').length;

    test('waits, says so, and deletes as soon as the balance is known', async () => {
      const responses = [checking, checking, { body: { success: true } }];
      const { api, user } = start({ [DELETE]: () => responses.shift() ?? checking });
      await fill(user);
      expect((await dialog().findByText(/still checking your private balance/)).textContent).toBe(
        'We’re still checking your private balance. Keep this open, and we’ll delete your wallet as soon as we know that it’s empty.',
      );
      expect(dialog().queryByRole('alert')).toBeNull();
      await waitFor(() => expect(currentPath()).toBe('/login'), { timeout: 5_000 });
      expect(requests(api)).toBe(3);
    });

    test('requests nothing any more once the dialog is closed', async () => {
      const { api, user } = start({ [DELETE]: () => checking });
      await fill(user);
      await dialog().findByText(/still checking your private balance/);
      await user.click(dialog().getByRole('button', { name: 'Cancel' }));
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(requests(api)).toBe(1);
      expect(currentPath()).toBe('/dashboard/settings');
    });

    test('does not wait when private payments are away: it says that deletion waits for them', async () => {
      const away = 'We can’t check your private balance right now.';
      const { api, user } = start({ [DELETE]: () => refused(503, 'private-not-ready', away) });
      await fill(user);
      expect((await dialog().findByRole('alert')).textContent).toBe(away);
      expect(confirm()).toHaveProperty('disabled', false);
      expect(requests(api)).toBe(1);
    });
  });

  test('after a lost response it claims neither that the wallet was deleted nor that it was not', async () => {
    const { user } = start({ [DELETE]: () => 'no response' });
    await fill(user);
    expect((await dialog().findByRole('alert')).textContent).toContain(
      'couldn’t read the response',
    );
    expect(currentPath()).toBe('/dashboard/settings');
  });
});
