import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import type { FakeResponse } from '#testing/fake-api';
import { hostApprovals, openApproval } from '../lib/approval/open-approval.ts';
import { readSettings } from '../state/settings.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  dialog,
  EXPORT,
  exported,
  givePassword,
  KEY,
  openModal,
  press,
  refused,
  start,
  submit,
  wrongPassword,
} from './settings.test-setup.tsx';

signInBeforeEachPage();
beforeEach(readSettings);

describe('Export Private Key', () => {
  test('shows the key only after the password, and only when the user reveals it', async () => {
    const { api, user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await screen.findByRole('button', { name: 'Show the key' });
    expect(document.body.innerHTML).not.toContain(KEY);
    await press(user, 'Show the key');
    expect(dialog().getByText(KEY)).toBeDefined();
    expect(api.seen.at(-1)?.body).toEqual({ password: 'Piggy!Bank7', what: 'private-key' });
    await press(user, 'Hide the key');
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  test('hides the key again when the page is no longer visible', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Show the key' }));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    vi.restoreAllMocks();
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  test('copies only after a warning that the key stays in the clipboard', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Copy the key' }));
    expect(screen.getByText('Other apps can read your clipboard.')).toBeDefined();
    expect(await navigator.clipboard.readText()).not.toBe(KEY);
    await press(user, 'Copy anyway');
    expect(await screen.findByText(/^Copied\. When you’re done/)).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(KEY);
  });

  test('forgets the key when it closes, and never stores it', async () => {
    const { user } = start({ [EXPORT]: () => exported({ privateKey: KEY }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await user.click(await screen.findByRole('button', { name: 'Show the key' }));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY.slice(2));
    await press(user, 'Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openModal(user, 'Export Private Key');
    expect(dialog().getByLabelText<HTMLInputElement>('Your password').value).toBe('');
  });

  test('a wrong password is reported at its field and can be edited', async () => {
    const { user } = start({ [EXPORT]: () => wrongPassword });
    await openModal(user, 'Export Private Key');
    await givePassword(user, 'wrong');
    expect((await dialog().findByRole('alert')).textContent).toBe('Incorrect password.');
    await user.type(dialog().getByLabelText('Your password'), 'x');
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  test('a closed approval is no error, and the password stays', async () => {
    const stop = hostApprovals();
    const { user } = start({ [EXPORT]: () => approvalNeeded({ reasons: ['export-keys'] }) });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await waitFor(() => expect(openApproval()).not.toBeNull());
    await act(async () => openApproval()?.decide({ at: 'closed' }));
    expect(dialog().queryByRole('alert')).toBeNull();
    const field = dialog().getByLabelText<HTMLInputElement>('Your password');
    expect(field.value).toBe('Piggy!Bank7');
    stop();
  });

  test('a rate limit counts down its seconds, and nothing is sent meanwhile', async () => {
    const limit = refused(429, 'too-many-requests', 'Too many attempts.', 75);
    const { api, user } = start({ [EXPORT]: () => limit });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    const alert = await dialog().findByRole('alert');
    expect(alert.textContent).toBe('Too many attempts. Try again in 1 min 15 s.');
    await submit(user);
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('after a password reset it says until when exports are locked', async () => {
    const locked = refused(403, 'export-locked', 'The password was reset.', 3_600);
    const { user } = start({ [EXPORT]: () => locked });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    expect((await dialog().findByRole('alert')).textContent).toMatch(
      /^The password was reset\. Try again on \d+ \w+, \d\d:\d\d\.$/,
    );
  });

  test('a double press sends one request', async () => {
    let respond = (_: FakeResponse) => {};
    const { api, user } = start({
      [EXPORT]: () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    await openModal(user, 'Export Private Key');
    await givePassword(user);
    await submit(user);
    await act(async () => respond(wrongPassword));
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
