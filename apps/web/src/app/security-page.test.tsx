import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SECURITY_EVENTS } from '#wire/security/security-events';
import type { SecuritySettings } from '#wire/security/security-settings';
import { installFakeAuthenticator } from '../lib/fake-passkeys.test-setup.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  buildPasskey,
  buildSettings,
  button,
  confirmation,
  EVENTS,
  inHours,
  refused,
  region,
  SETTINGS,
  sentTo,
  start,
} from './security.test-setup.tsx';

signInBeforeEachPage();
beforeEach(() => {
  installFakeAuthenticator();
  if (isDiscreet()) toggleDiscretion();
});

const event = (name: (typeof SECURITY_EVENTS)[number], index: number, place: string | null) => ({
  id: String(index),
  event: name,
  at: '2026-11-20T08:11:00.000Z',
  ip: '203.0.113.7',
  place,
});

describe('the security page', () => {
  test('counts what is missing, and offers it: a passkey first', async () => {
    start();
    const checkup = await region('Security checkup');
    expect(checkup.getByText('2 things left to do')).toBeDefined();
    expect(checkup.getByRole('button', { name: 'Add a passkey' })).toBeDefined();
    expect(checkup.getByText('alice@kax.test, phone ending in 0101')).toBeDefined();
    expect(await checkup.findByText('2 devices')).toBeDefined();
    const sessions = checkup.getByRole('link', { name: 'See them' });
    expect(sessions.getAttribute('href')).toBe('/user-sessions');
  });

  test('has nothing left to do with two methods and enough recovery codes', async () => {
    const app = { createdAt: '2026-11-03T18:05:00.000Z' };
    start({ passkeys: [buildPasskey()], app, recoveryCodesLeft: 3 });
    const checkup = await region('Security checkup');
    expect(checkup.getByText('Nothing left to do')).toBeDefined();
    expect(checkup.queryAllByRole('button')).toHaveLength(0);
  });

  test('suggests new recovery codes when only two are left', async () => {
    const app = { createdAt: '2026-11-03T18:05:00.000Z' };
    start({ passkeys: [buildPasskey()], app, recoveryCodesLeft: 2 });
    const checkup = await region('Security checkup');
    expect(checkup.getByRole('button', { name: 'Replace recovery codes' })).toBeDefined();
    expect(checkup.getByText('1 thing left to do')).toBeDefined();
  });

  test('lists each passkey with where it is, and when it was added and used', async () => {
    const key = { id: 'BBBB', name: 'YubiKey', isSynced: false, canSignIn: false };
    start({ passkeys: [buildPasskey(), buildPasskey({ ...key, lastUsedAt: null })] });
    const passkeys = await region('Passkeys');
    expect(passkeys.getByText(/^Synced · added 2 Nov · used 20 Nov, \d\d:11$/)).toBeDefined();
    expect(passkeys.getByText('One device only · added 2 Nov · not used yet')).toBeDefined();
    expect(passkeys.getAllByText('Approves only')).toHaveLength(1);
  });

  test('offers no passkey where the browser has none, and says so', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    start();
    const passkeys = await region('Passkeys');
    expect(passkeys.getByText(/^This browser can’t create passkeys/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Add.*passkey/ })).toBeNull();
  });

  test('hides the limit while amounts are hidden', async () => {
    toggleDiscretion();
    start({ passkeys: [buildPasskey()] });
    const payments = await region('Payments');
    expect(payments.queryByText(/\$500/)).toBeNull();
    expect(payments.getByText('hidden')).toBeDefined();
  });

  test('without a second factor, offers no limit to change', async () => {
    start();
    const payments = await region('Payments');
    expect(payments.getByText(/payments above \$500 a day will need it/)).toBeDefined();
    expect(payments.queryByRole('button', { name: 'Change daily limit' })).toBeNull();
  });

  test('says that it could not load, that nothing changed, and loads again', async () => {
    let isDown = true;
    const { user } = start(
      {},
      {
        [SETTINGS]: () =>
          isDown ? refused(403, 'internal', 'Broken.') : { body: { data: buildSettings() } },
      },
    );
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing changed.');
    isDown = false;
    await user.click(await button('Try again'));
    await region('Security checkup');
  });

  test('shows the latest events in words, with place and address, and all on request', async () => {
    const events = [
      event('login', 1, 'Lyon, France'),
      event('login-refused', 2, null),
      ...[3, 4, 5, 6].map((index) => event('frozen', index, 'France')),
    ];
    const { user } = start({}, { [EVENTS]: () => ({ body: { events } }) });
    const list = await region('Recent security events');
    expect(await list.findByText('Signed in')).toBeDefined();
    expect(list.getByText('Lyon, France · 203.0.113.7')).toBeDefined();
    expect(list.getByText('Wrong password')).toBeDefined();
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(list.getByRole('button', { name: 'Show all events' }));
    expect(list.getAllByRole('listitem')).toHaveLength(6);
  });
});

describe('a banner', () => {
  test('of a hold says how much may leave until when, and a passkey ends it', async () => {
    let hold: SecuritySettings['resetHold'] = { until: inHours(20), cents: '5000', canLift: true };
    const { api, user } = start(
      {},
      {
        [SETTINGS]: () => ({ body: { data: buildSettings({ resetHold: hold }) } }),
        'POST /api/auth/lift-reset-hold': () => {
          hold = null;
          return { body: { success: true } };
        },
      },
    );
    expect(await screen.findByText(/^Large payments wait until/)).toBeDefined();
    expect(screen.getByText(/you can send up to \$50 a day and can’t export/)).toBeDefined();
    await user.click(await button('End it with a passkey'));
    await waitFor(() => expect(screen.queryByText(/^Large payments wait until/)).toBeNull());
    expect(sentTo(api, 'POST /api/auth/lift-reset-hold')).toEqual([{}]);
  });

  test('of a hold offers no passkey where none was there before the reset', async () => {
    start({ resetHold: { until: inHours(20), cents: '5000', canLift: false } });
    expect(await screen.findByText(/^Large payments wait until/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'End it with a passkey' })).toBeNull();
  });

  test('of a hold that is over is not shown', async () => {
    start({
      resetHold: { until: inHours(-1), cents: '5000', canLift: true },
      newDevice: { until: inHours(-1), cents: '20000' },
    });
    await region('Security checkup');
    expect(screen.queryByText(/^Large payments/)).toBeNull();
  });

  test('of a new device says how much it may send', async () => {
    start({ newDevice: { until: inHours(1), cents: '20000' } });
    expect(
      await screen.findByText(/you need a passkey to send more than \$200 or export your keys/),
    ).toBeDefined();
  });

  test.each([
    ['Cancel change', 'POST /api/auth/contact-change/cancel', 'Your email stays the same'],
    ['Keep them', 'POST /api/auth/keep-factors', 'Your passkeys and app stay'],
  ])('has the button “%s”, which is sent once and shows its result', async (name, call, done) => {
    const pressedTwice = Promise.withResolvers<void>();
    const responses = {
      [call]: async () => {
        await pressedTwice.promise;
        return { body: { success: true } };
      },
    };
    const { api, user } = start(
      {
        passkeys: [buildPasskey()],
        factorsRemovedAt: inHours(150),
        contactChange: { channel: 'email', value: 'new@kax.test', at: inHours(22) },
      },
      responses,
    );
    await user.dblClick(await button(name));
    pressedTwice.resolve();
    expect(await screen.findByText(done)).toBeDefined();
    expect(sentTo(api, call)).toEqual([{}]);
  });

  test('of a refused action says why', async () => {
    const call = 'POST /api/auth/contact-change/cancel';
    const { user } = start(
      { contactChange: { channel: 'phone', value: '+351912345678', at: inHours(22) } },
      { [call]: () => refused(409, 'no-contact-change', 'There’s no change to confirm.') },
    );
    await user.click(await button('Cancel change'));
    expect(await screen.findByText('There’s no change to confirm.')).toBeDefined();
  });

  test('of a change that took effect meanwhile is over, and the new one is the user’s from then on', async () => {
    start({ email: 'moved@kax.test' });
    const contacts = await region('Email and phone');
    expect(contacts.getByText('moved@kax.test')).toBeDefined();
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({
      email: 'moved@kax.test',
      phone: '+14155550101',
    });
  });

  test('of a pending change replaces the buttons that would begin another', async () => {
    start({ contactChange: { channel: 'email', value: 'new@kax.test', at: inHours(22) } });
    const contacts = await region('Email and phone');
    expect(contacts.queryAllByRole('button')).toHaveLength(0);
    expect(screen.getByText(/^The new one is new@kax.test/)).toBeDefined();
  });
});

describe('after a factor changed', () => {
  const REMOVE = 'POST /api/auth/passkeys/AAAA/remove';
  const TERMINATE = 'DELETE /api/auth/terminate-other-sessions';
  const title = 'You’re also signed in on another device';

  async function removePasskey(responses: Parameters<typeof start>[1] = {}) {
    const both = [buildPasskey(), buildPasskey({ id: 'BBBB', name: 'YubiKey' })];
    let isRemoved = false;
    const started = start(
      {},
      {
        [SETTINGS]: () => ({
          body: { data: buildSettings({ passkeys: both.slice(isRemoved ? 1 : 0) }) },
        }),
        [REMOVE]: () => {
          isRemoved = true;
          return { body: { success: true } };
        },
        ...responses,
      },
    );
    await region('Passkeys');
    expect(screen.queryByText(title)).toBeNull();
    await started.user.click(await button('Remove MacBook'));
    await screen.findByRole('alertdialog');
    await started.user.click(confirmation().getByRole('button', { name: 'Remove passkey' }));
    await screen.findByText(title);
    return started;
  }

  test('the other devices can be signed out', async () => {
    const { api, user } = await removePasskey({
      [TERMINATE]: () => ({ body: { success: true, message: '', terminated: 1 } }),
    });
    await user.click(await button('Sign it out'));
    expect(await screen.findByText('Other device signed out')).toBeDefined();
    expect(sentTo(api, TERMINATE)).toHaveLength(1);
    expect(screen.queryByText(title)).toBeNull();
  });

  test('or stay signed in', async () => {
    const { api, user } = await removePasskey();
    await user.click(await button('Keep it'));
    expect(screen.queryByText(title)).toBeNull();
    expect(sentTo(api, TERMINATE)).toHaveLength(0);
  });
});
