import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../state/settings.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  dialog,
  EXPORT,
  exported,
  givePassword,
  openModal,
  PHRASE,
  press,
  start,
  type User,
} from './settings.test-setup.tsx';

signInBeforeEachPage();
beforeEach(readSettings);

describe('Backup Wallet', () => {
  const openWords = async (user: User) => {
    await openModal(user, 'Backup Wallet');
    await user.click(screen.getByRole('tab', { name: '12 words' }));
    await givePassword(user);
    await screen.findByRole('list', { name: 'The 12 words' });
  };
  const requestedWord = () => {
    const place = /word (\d+)/.exec(dialog().getByRole('group').textContent ?? '')?.[1];
    return PHRASE.split(' ')[Number.parseInt(place ?? '0', 10) - 1] ?? '';
  };

  test('saves the encrypted file with the day the wallet was created', async () => {
    const saved: string[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = () => 'blob:saved';
        static override revokeObjectURL = () => {};
      },
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const file = { name: 'kax-wallet-0x7ab1ce54.json', content: '{}' };
    const { api, user } = start({ [EXPORT]: () => exported({ file }) });
    await openModal(user, 'Backup Wallet');
    await givePassword(user);
    expect(await dialog().findByText(/Saved to your downloads/)).toBeDefined();
    expect(saved).toEqual(['kax-wallet-0x7ab1ce54.json']);
    expect(dialog().getByText('2 January 2026')).toBeDefined();
    expect(api.seen.at(-1)?.body).toMatchObject({ what: 'file' });
    click.mockRestore();
  });

  test('the 12 words are hidden until the user reveals them', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    expect(document.body.textContent).not.toContain('velvet');
    expect(screen.getByRole('button', { name: 'I wrote them down' })).toHaveProperty(
      'disabled',
      true,
    );
    await press(user, 'Show the words');
    const list = screen.getByRole('list', { name: 'The 12 words' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(PHRASE.split(' ').map((word, index) => `${index + 1}${word}`));
    expect(list.className).toContain('not-selectable');
    expect(dialog().getByText('2 January 2026')).toBeDefined();
  });

  test('three words must be confirmed; a wrong word is reported, three correct ones complete the check', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    await press(user, 'Show the words');
    await press(user, 'I wrote them down');
    const wrong = within(dialog().getByRole('group'))
      .getAllByRole('button')
      .find((choice) => choice.textContent !== requestedWord());
    await user.click(wrong ?? document.body);
    expect(dialog().getByRole('alert').textContent).toContain('isn’t word');
    for (const number of [1, 2, 3]) {
      expect(dialog().getByText(`Question ${number} of 3`)).toBeDefined();
      await user.click(dialog().getByRole('button', { name: requestedWord() }));
    }
    expect(dialog().getByText('Backup verified')).toBeDefined();
  });

  test('the words can be shown again from the check step', async () => {
    const { user } = start({ [EXPORT]: () => exported({ phrase: PHRASE }) });
    await openWords(user);
    await press(user, 'Show the words');
    await press(user, 'I wrote them down');
    await press(user, 'Show the words again');
    expect(screen.getByRole('list', { name: 'The 12 words' })).toBeDefined();
  });
});
