import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserRouter } from '../navigation/navigation.tsx';
import { type BackGuard, useOpened } from './use-opened.ts';

beforeEach(() => {
  window.history.pushState(null, '', '/elsewhere');
  window.history.pushState(null, '', '/settings?tab=keys');
});
afterEach(cleanup);

function Page({ guard }: { guard: BackGuard | undefined }) {
  const { opened, open, close } = useOpened<string>(guard);
  return (
    <>
      <button type="button" onClick={() => open('a key')}>
        Open
      </button>
      {opened?.isOpen ? (
        <button type="button" onClick={close}>
          Close {opened.subject}
        </button>
      ) : null}
    </>
  );
}

function start(guard?: BackGuard) {
  render(
    <BrowserRouter>
      <Page guard={guard} />
    </BrowserRouter>,
  );
  return userEvent.setup();
}

const modal = () => screen.queryByRole('button', { name: 'Close a key' });
const url = () => `${location.pathname}${location.search}`;

test('Back closes the modal instead of leaving the page', async () => {
  const user = start();
  for (let time = 0; time < 2; time += 1) {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(modal()).not.toBeNull();
    window.history.back();
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/settings?tab=keys');
  }
  window.history.back();
  await waitFor(() => expect(url()).toBe('/elsewhere'));
});

test('Back is undone while the modal holds something entered, as often as it is pressed', async () => {
  const confirm = vi.fn(() => true);
  const user = start({ current: confirm });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const entry = window.history.state.usr.opening;
  for (const times of [1, 2]) {
    window.history.back();
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(window.history.state.usr?.opening).toBe(entry));
    expect(modal()).not.toBeNull();
  }
  await user.click(screen.getByRole('button', { name: 'Close a key' }));
  await waitFor(() => expect(window.history.state?.usr ?? null).toBeNull());
  window.history.back();
  await waitFor(() => expect(url()).toBe('/elsewhere'));
});

test('a modal that its button closes leaves no entry behind', async () => {
  const user = start();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Close a key' }));
  await waitFor(() => expect(window.history.state?.usr ?? null).toBeNull());
  window.history.back();
  await waitFor(() => expect(url()).toBe('/elsewhere'));
});

test('a reload closes the modal and leaves no entry behind', async () => {
  const user = start();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  cleanup();
  start();
  expect(modal()).toBeNull();
  await waitFor(() => expect(window.history.state?.usr ?? null).toBeNull());
  expect(url()).toBe('/settings?tab=keys');
});
