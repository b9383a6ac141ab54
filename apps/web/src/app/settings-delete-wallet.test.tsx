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

  test('after a lost response it claims neither that the wallet was deleted nor that it was not', async () => {
    const { user } = start({ [DELETE]: () => 'no response' });
    await fill(user);
    expect((await dialog().findByRole('alert')).textContent).toContain(
      'couldn’t read the response',
    );
    expect(currentPath()).toBe('/dashboard/settings');
  });
});
