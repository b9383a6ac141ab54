import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import { hostApprovals, openApproval } from '../lib/approval/open-approval.ts';
import { readSettings } from '../state/settings.ts';
import { cell, startNotifications } from './notifications.test-setup.tsx';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import { acceptChange, notifiedOf, refused } from './settings.test-setup.tsx';

signInBeforeEachPage();
beforeEach(readSettings);

const CHANGE = 'POST /api/auth/notification-settings';

test('the table names each topic and each place for screen readers', async () => {
  startNotifications();
  await cell('Money arrives, in Kax');
  const table = within(screen.getByRole('table', { name: 'What Kax tells you about, and where' }));
  const heads = (role: string) => table.getAllByRole(role).map(({ textContent }) => textContent);
  expect(heads('columnheader')).toEqual(['Tell me about', 'In Kax', 'Push', 'Email']);
  expect(heads('rowheader')).toEqual([
    'Money arrivesPayments and deposits to you',
    'My payments finishFinal, failed or returned',
    'Links and requestsClaimed, paid or expired',
    'Sign-ins and securityNew device, changed password',
  ]);
});

test('security messages can’t be turned off', async () => {
  startNotifications();
  await cell('Money arrives, in Kax');
  const row = within(screen.getByRole('row', { name: /Sign-ins and security/ }));
  expect(row.queryByRole('checkbox')).toBeNull();
  expect(row.getAllByText('Always on')).toHaveLength(3);
});

test('shows what was chosen on any device', async () => {
  startNotifications({
    'GET /api/auth/notification-settings': () => ({
      body: { data: notifiedOf('arrivals-push', 'links-email') },
    }),
  });
  expect((await cell('Money arrives, push')).checked).toBe(false);
  expect((await cell('Money arrives, email')).checked).toBe(true);
  expect((await cell('Links and requests, email')).checked).toBe(false);
});

test('a choice is shown immediately and sent as one cell', async () => {
  const { api, user } = startNotifications();
  const box = await cell('Links and requests, push');
  await user.click(box);
  expect(box.checked).toBe(false);
  await waitFor(() =>
    expect(api.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      topic: 'links',
      channel: 'push',
      isWanted: false,
    }),
  );
  expect((await cell('Links and requests, email')).checked).toBe(true);
});

test('a refused choice goes back and says so', async () => {
  const { user } = startNotifications({
    [CHANGE]: () => refused(429, 'too-many-requests', 'Too many requests. Try again in a minute.'),
  });
  const box = await cell('Money arrives, email');
  await user.click(box);
  expect(
    await screen.findByText(
      '“Money arrives, email” is still on. Too many requests. Try again in a minute.',
    ),
  ).toBeDefined();
  expect(box.checked).toBe(true);
});

test('an email that isn’t approved to end stays on without a message', async () => {
  const stop = hostApprovals();
  const { user } = startNotifications({
    [CHANGE]: () => approvalNeeded({ reasons: ['notifications-off'] }),
  });
  const box = await cell('My payments finish, email');
  await user.click(box);
  await waitFor(() => expect(openApproval()).not.toBeNull());
  await act(async () => openApproval()?.decide({ at: 'closed' }));
  await waitFor(() => expect(box.checked).toBe(true));
  expect(screen.queryByText(/My payments finish, email.*is still on/)).toBeNull();
  stop();
});

test('of two quick choices neither undoes the other', async () => {
  const { api, user } = startNotifications({
    [CHANGE]: (request) =>
      JSON.stringify(request.body).includes('arrivals')
        ? refused(503, 'unavailable', 'Try again.')
        : acceptChange(request),
  });
  const [first, second] = [
    await cell('Money arrives, push'),
    await cell('Links and requests, push'),
  ];
  await user.click(first);
  await user.click(second);
  await waitFor(() => expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(2));
  await screen.findByText(/“Money arrives, push” is still on/);
  await waitFor(() => expect([first.checked, second.checked]).toEqual([true, false]));
});

test('what failed to load can be loaded again, and the push card is there without it', async () => {
  let isUp = false;
  const { user } = startNotifications({
    'GET /api/auth/notification-settings': () =>
      isUp ? { body: { data: notifiedOf() } } : 'no response',
  });
  expect(await screen.findByText('Couldn’t load your notification settings')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Push on this browser' })).toBeDefined();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await cell('Money arrives, in Kax')).checked).toBe(true);
});
