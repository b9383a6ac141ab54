import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import { hostApprovals, openApproval } from '../lib/approval/open-approval.ts';
import { readSettings } from '../state/settings.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import { notifiedOf, start } from './settings.test-setup.tsx';

signInBeforeEachPage();
beforeEach(readSettings);

describe('the toggles (§2 /dashboard/settings)', () => {
  const toggle = (name: string) => screen.getByRole('switch', { name });
  const isOn = (name: string) => toggle(name).getAttribute('aria-checked');

  test('reflect what the browser stores, under one storage key', async () => {
    const { user } = start();
    const names = ['Private Mode', 'Transaction Notifications', 'Auto-connect to Relayers'];
    expect(names.map(isOn)).toEqual(['false', 'true', 'true']);
    for (const name of names) await user.click(toggle(name));
    expect(names.map(isOn)).toEqual(['true', 'false', 'false']);
    expect(JSON.parse(localStorage.getItem('kax-settings') ?? '')).toMatchObject({
      isPrivate: true,
      hasPaymentNotes: false,
      usesRelayers: false,
    });
  });

  test('Private Mode sets the wallet mode', async () => {
    const { user } = start();
    await user.click(toggle('Private Mode'));
    await expect.poll(() => document.documentElement.dataset.mode).toBe('private');
  });
});

describe('who can see your private balance', () => {
  test('says that Kax can see it, that Polygon doesn’t show it, and what the 12 words unlock', () => {
    start();
    const card = within(screen.getByRole('region', { name: 'Who can see your private balance' }));
    const responses = card
      .getAllByRole('listitem')
      .map((row) => [
        row.querySelector('b')?.textContent,
        row.querySelector('.badge')?.textContent,
      ]);
    expect(responses).toEqual(
      expect.arrayContaining([
        ['Anyone who reads the blockchain', 'No'],
        ['Kax, which runs the server', 'Yes'],
        ['Anyone who has your 12 words', 'Yes'],
        ['A thief with only a copy of our database', 'In part'],
      ]),
    );
  });
});

describe('Transaction Notifications', () => {
  const name = 'Transaction Notifications';
  const isOn = () => screen.getByRole('switch', { name }).getAttribute('aria-checked');
  const kept = () => JSON.parse(localStorage.getItem('kax-settings') ?? '{}').hasPaymentNotes;

  test('are stored on the server, so that emails stop too', async () => {
    const { api, user } = start();
    await user.click(screen.getByRole('switch', { name }));
    const sent = api.seen.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('settings'),
    );
    expect(sent.map(({ body }) => body)).toEqual([{ paymentMails: false }]);
    expect([isOn(), kept()]).toEqual(['false', false]);
  });

  test('reflect what another device set', async () => {
    start({
      'GET /api/auth/notification-settings': () => ({
        body: { data: notifiedOf('payments-email') },
      }),
    });
    await waitFor(() => expect([isOn(), kept()]).toEqual(['false', false]));
  });

  test('stay on without a message when their end is not approved', async () => {
    const stop = hostApprovals();
    const { user } = start({
      'POST /api/auth/notification-settings': () =>
        approvalNeeded({ reasons: ['notifications-off'] }),
    });
    await user.click(screen.getByRole('switch', { name }));
    await waitFor(() => expect(openApproval()).not.toBeNull());
    await act(async () => openApproval()?.decide({ at: 'closed' }));
    await waitFor(() => expect(isOn()).toBe('true'));
    expect(screen.queryByText(/are still on/)).toBeNull();
    stop();
  });

  test('send a hasty second choice only after the first, so that the server keeps the last one', async () => {
    const first = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    const { user } = start({
      'POST /api/auth/notification-settings': async ({ body }) => {
        sent.push(body);
        await first.promise;
        return { body: { data: notifiedOf('payments-email') } };
      },
    });
    await user.click(screen.getByRole('switch', { name }));
    await user.click(screen.getByRole('switch', { name }));
    expect([isOn(), sent]).toEqual(['true', [{ paymentMails: false }]]);
    first.resolve();
    await waitFor(() => expect(sent).toEqual([{ paymentMails: false }, { paymentMails: true }]));
  });

  test('revert and say so when the server rejects the change', async () => {
    const { user } = start({ 'POST /api/auth/notification-settings': () => 'no response' });
    await user.click(screen.getByRole('switch', { name }));
    expect(await screen.findByText(/Transaction Notifications are still on\./)).toBeDefined();
    expect([isOn(), kept()]).toEqual(['true', true]);
  });
});

describe('who can move your money', () => {
  test('counts the signed-in devices and says where the recovery key is kept', async () => {
    start();
    expect(await screen.findByText('Your 2 signed-in devices')).toBeDefined();
    expect(await screen.findByText(/That key is a file on the server/)).toBeDefined();
  });

  test('says so when the recovery key is in AWS KMS', async () => {
    start({
      'GET /api/about': () => ({
        body: { messagesUrl: null, recoveryKey: 'aws-kms', supportEmail: null, prover: null },
      }),
    });
    expect(await screen.findByText(/That key is in AWS KMS/)).toBeDefined();
  });

  test('claims nothing about what failed to load', async () => {
    start({
      'GET /api/about': () => 'no response',
      'GET /api/auth/user-sessions': () => 'no response',
    });
    expect(await screen.findByText('Your signed-in devices')).toBeDefined();
    expect(screen.getByText(/couldn’t check where that key is stored/)).toBeDefined();
  });

  test('links to the notifications, the sessions and the password change', () => {
    start();
    const links = [/^Notifications/, 'Active sessions', 'Change password'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual([
      '/dashboard/settings/notifications',
      '/user-sessions',
      '/reset-password',
    ]);
  });
});
