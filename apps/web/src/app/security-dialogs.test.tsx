import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { installFakeAuthenticator } from '../lib/fake-passkeys.test-setup.ts';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import {
  buildPasskey,
  button,
  codesSent,
  confirmation,
  dialog,
  inHours,
  openDialog,
  refused,
  sentTo,
  start,
  typeCodes,
  typePassword,
  type User,
} from './security.test-setup.tsx';

signInBeforeEachPage();
beforeEach(() => {
  installFakeAuthenticator();
});

const app = { createdAt: '2026-11-03T18:05:00.000Z' };
const success = { body: { success: true } };
const press = (user: User, name: string) => user.click(dialog().getByRole('button', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('an authenticator app', () => {
  const SECRET = 'POST /api/auth/authenticator-app/secret';
  const ADD = 'POST /api/auth/authenticator-app';
  const secret = 'JBSWY3DPEHPK3PXP';
  const body = { secret, uri: `otpauth://totp/Kax?secret=${secret}`, token: 'token-1' };

  test('is added with its code and the password; its secret is in no request', async () => {
    const { api, user } = start(
      { passkeys: [buildPasskey()] },
      { [SECRET]: () => ({ body }), [ADD]: () => ({ body: { recoveryCodes: null } }) },
    );
    await openDialog(user, 'Add app', 'Add an authenticator app');
    expect(await dialog().findByRole('img', { name: /QR code/ })).toBeDefined();
    expect(dialog().getByText(/JBSW Y3DP EHPK 3PXP/)).toBeDefined();
    await user.type(dialog().getByLabelText('Code from the app'), '123456');
    await typePassword(user);
    await press(user, 'Add app');
    await isClosed();
    expect(sentTo(api, ADD)).toEqual([
      { password: 'Piggy!Bank7', token: 'token-1', code: '123456' },
    ]);
    expect(document.querySelector('dialog img')).toBeNull();
    expect(JSON.stringify(api.seen)).not.toContain(secret);
  });

  test('refuses an unfinished code before it is sent, and shows a wrong one at its field', async () => {
    const wrong = 'Incorrect code. Enter the newest one from your app.';
    const { api, user } = start(
      {},
      { [SECRET]: () => ({ body }), [ADD]: () => refused(400, 'app-code-wrong', wrong) },
    );
    await openDialog(user, 'Add app', 'Add an authenticator app');
    await dialog().findByRole('img', { name: /QR code/ });
    await typePassword(user);
    await user.type(dialog().getByLabelText('Code from the app'), '123');
    await press(user, 'Add app');
    expect(await dialog().findByText('Enter all six digits.')).toBeDefined();
    expect(sentTo(api, ADD)).toHaveLength(0);
    await user.type(dialog().getByLabelText('Code from the app'), '456');
    await press(user, 'Add app');
    expect((await dialog().findByRole('alert')).textContent).toBe(wrong);
  });

  test('can be tried again when its secret could not be created', async () => {
    let isDown = true;
    const { user } = start(
      {},
      { [SECRET]: () => (isDown ? refused(500, 'internal', 'Broken.') : { body }) },
    );
    await openDialog(user, 'Add app', 'Add an authenticator app');
    await dialog().findByText('Couldn’t create a secret');
    isDown = false;
    await press(user, 'Try again');
    expect(await dialog().findByRole('img', { name: /QR code/ })).toBeDefined();
  });

  test('is removed after a confirmation', async () => {
    const call = 'POST /api/auth/authenticator-app/remove';
    const { api, user } = start({ passkeys: [buildPasskey()], app }, { [call]: () => success });
    await user.click(await button('Remove app'));
    await screen.findByRole('alertdialog');
    expect(confirmation().getByText('You keep MacBook.')).toBeDefined();
    await user.click(confirmation().getByRole('button', { name: 'Remove app' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sentTo(api, call)).toEqual([{}]);
  });
});

describe('recovery codes', () => {
  const REPLACE = 'POST /api/auth/recovery-codes';
  const codes = ['AAAAA-11111', 'BBBBB-22222'];
  async function replace() {
    const { user } = start(
      { app, recoveryCodesLeft: 4 },
      { [REPLACE]: () => ({ body: { recoveryCodes: codes } }) },
    );
    await openDialog(user, 'Replace codes', 'Replace recovery codes');
    expect(dialog().getByText('The 4 codes you have stop working.')).toBeDefined();
    await press(user, 'Replace codes');
    await screen.findByRole('dialog', { name: 'Your recovery codes' });
    return user;
  }

  test('are shown once, and leaving before they are saved requires a confirmation', async () => {
    const user = await replace();
    expect(dialog().getByText('AAAAA-11111')).toBeDefined();
    await press(user, 'Done');
    expect(screen.getByRole('dialog', { name: 'Close without saving?' })).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Back to the codes');
    await press(user, 'Back to the codes');
    await press(user, 'Close');
    await press(user, 'I wrote them down');
    await isClosed();
    expect(document.body.innerHTML).not.toContain('AAAAA-11111');
  });

  test('close without a question once they are copied', async () => {
    const user = await replace();
    await press(user, 'Copy');
    expect(await dialog().findByText('Copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('AAAAA-11111\nBBBBB-22222');
    await press(user, 'Done');
    await isClosed();
  });

  test('close without a question once they are printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const user = await replace();
    await press(user, 'Print');
    expect(print).toHaveBeenCalledOnce();
    await press(user, 'Done');
    await isClosed();
  });
});

describe('the daily limit', () => {
  const CHANGE = 'POST /api/auth/daily-limit';
  const passkeys = [buildPasskey()];

  test('rises a day later, by arrow keys and Enter', async () => {
    const raise = { cents: '200000', at: inHours(24) };
    const { api, user } = start(
      { passkeys },
      { [CHANGE]: () => ({ body: { cents: '50000', raise } }) },
    );
    await openDialog(user, 'Change daily limit', 'Daily limit');
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Keep $500' }).disabled).toBe(
      true,
    );
    dialog().getByRole('radio', { name: '$500' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(dialog().getByText('Raising the limit takes 24 hours.')).toBeDefined();
    await press(user, 'Raise to $2,000');
    expect(await screen.findByText(/^Your daily limit rises tomorrow at/)).toBeDefined();
    expect(sentTo(api, CHANGE)).toEqual([{ cents: '200000' }]);
  });

  test('takes an own amount to the cent, and refuses what is none', async () => {
    const { api, user } = start(
      { passkeys },
      { [CHANGE]: () => ({ body: { cents: '12350', raise: null } }) },
    );
    await openDialog(user, 'Change daily limit', 'Daily limit');
    await user.click(dialog().getByRole('radio', { name: 'Other' }));
    const field = dialog().getByLabelText('Your own limit');
    for (const wrong of ['-5', '1.234', 'ten', '1e3', '99999999999']) {
      await user.clear(field);
      await user.type(field, wrong);
      expect(dialog().getByText('Enter an amount in dollars, like 1,500.')).toBeDefined();
      const save = dialog().getByRole<HTMLButtonElement>('button', { name: 'Change limit' });
      expect(save.disabled).toBe(true);
    }
    for (const written of ['$1,500.50', '1.500,50', '1 500,5']) {
      await user.clear(field);
      await user.type(field, written);
      expect(dialog().getByText('$1,500.50')).toBeDefined();
    }
    await user.clear(field);
    await user.type(field, '123.50');
    expect(dialog().getByText('Right away')).toBeDefined();
    await press(user, 'Lower to $123.50');
    await isClosed();
    expect(sentTo(api, CHANGE)).toEqual([{ cents: '12350' }]);
  });

  test('can be kept, which cancels a rise', async () => {
    const dailyLimit = { cents: '50000', raise: { cents: '200000', at: inHours(20) } };
    const { api, user } = start(
      { passkeys, dailyLimit },
      { [CHANGE]: () => ({ body: { cents: '50000', raise: null } }) },
    );
    await openDialog(user, 'Change daily limit', 'Daily limit');
    expect(dialog().getByText('The rise to $2,000 is cancelled.')).toBeDefined();
    await press(user, 'Keep $500');
    await isClosed();
    expect(sentTo(api, CHANGE)).toEqual([{ cents: '50000' }]);
  });
});

describe('freezing', () => {
  test('has “Not now” first, and freezes once', async () => {
    const call = 'POST /api/auth/freeze';
    const { api, user } = start({}, { [call]: () => ({ body: { frozenAt: inHours(0) } }) });
    await user.click(await button('Freeze account'));
    await screen.findByRole('alertdialog', { name: 'Freeze your account?' });
    // A dialog focuses its first button.
    expect(confirmation().getAllByRole('button')[0]?.textContent).toBe('Not now');
    await user.dblClick(confirmation().getByRole('button', { name: 'Freeze now' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sentTo(api, call)).toEqual([{}]);
  });
});

describe('unfreezing', () => {
  const UNFREEZE = 'POST /api/auth/unfreeze';
  const SEND = 'POST /api/auth/send-confirmation-codes';

  test('takes a passkey first', async () => {
    const { api, user } = start(
      { frozenAt: inHours(-1), passkeys: [buildPasskey()] },
      { [UNFREEZE]: () => success },
    );
    expect(await screen.findByText('Your account is frozen')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Freeze account' })).toBeNull();
    await openDialog(user, 'Unfreeze', 'Unfreeze your account');
    await press(user, 'Unfreeze with passkey');
    await isClosed();
    expect(sentTo(api, UNFREEZE)).toEqual([{}]);
  });

  test('or the password and both codes, also where there is a passkey', async () => {
    const { api, user } = start(
      { frozenAt: inHours(-1), passkeys: [buildPasskey()] },
      { [SEND]: () => codesSent, [UNFREEZE]: () => success },
    );
    await openDialog(user, 'Unfreeze', 'Unfreeze your account');
    await press(user, 'Use your password and both codes');
    await press(user, 'Send both codes');
    expect(await dialog().findByText('alice@kax.test')).toBeDefined();
    await typeCodes(user);
    await typePassword(user);
    await press(user, 'Unfreeze');
    await isClosed();
    expect(sentTo(api, SEND)).toEqual([{ purpose: 'unfreeze' }]);
    expect(sentTo(api, UNFREEZE)).toEqual([
      { password: 'Piggy!Bank7', emailOTP: '123456', phoneOTP: '654321' },
    ]);
  });

  test('sends no unfinished codes, and says when they are wrong', async () => {
    const { api, user } = start(
      { frozenAt: inHours(-1) },
      {
        [SEND]: () => codesSent,
        [UNFREEZE]: () => refused(400, 'codes-not-right', 'Verification failed.'),
      },
    );
    await openDialog(user, 'Unfreeze', 'Unfreeze your account');
    await press(user, 'Send both codes');
    await user.type(await dialog().findByLabelText('Email Code'), '123456');
    await typePassword(user);
    await press(user, 'Unfreeze');
    expect(await dialog().findByText('Enter the six digits from the text message.')).toBeDefined();
    expect(sentTo(api, UNFREEZE)).toHaveLength(0);
    await user.type(dialog().getByLabelText('Phone Code'), '654321');
    await press(user, 'Unfreeze');
    expect(await dialog().findByText('Verification failed.')).toBeDefined();
  });

  test('takes the codes alone where the passkey was added just before the freeze', async () => {
    const { createdAt } = buildPasskey();
    const { user } = start({
      ...{ frozenAt: inHours(-1), factorsTrustedBefore: createdAt },
      ...{ passkeys: [buildPasskey()], app: { createdAt } },
    });
    await openDialog(user, 'Unfreeze', 'Unfreeze your account');
    expect(dialog().getByRole('button', { name: 'Send both codes' })).toBeDefined();
    expect(dialog().getByText(/^We’ll remove “.+” and the authenticator app\.$/)).toBeDefined();
    expect(dialog().queryByRole('button', { name: 'Unfreeze with passkey' })).toBeNull();
  });

  test('says when texts cannot be sent, and goes no further', async () => {
    const body = { success: true, message: '', resendAfter: 60, phoneCode: 'unavailable' };
    const { user } = start({ frozenAt: inHours(-1) }, { [SEND]: () => ({ body }) });
    await openDialog(user, 'Unfreeze', 'Unfreeze your account');
    await press(user, 'Send both codes');
    expect(await dialog().findByText(/^We can’t send texts right now/)).toBeDefined();
    expect(dialog().queryByLabelText('Email Code')).toBeNull();
  });
});

describe('a change of contact', () => {
  const BEGIN = 'POST /api/auth/contact-change';
  const CONFIRM = 'POST /api/auth/contact-change/confirm';

  test('of the email takes the password, both codes, and a day', async () => {
    const contactChange = { channel: 'email', value: 'new@kax.test', at: inHours(24) };
    const { api, user } = start(
      {},
      { [BEGIN]: () => codesSent, [CONFIRM]: () => ({ body: { contactChange } }) },
    );
    await openDialog(user, 'Change email', 'Change email');
    await user.type(await dialog().findByLabelText('New email'), ' new@kax.test');
    await typePassword(user);
    await press(user, 'Send both codes');
    expect(await dialog().findByText('new@kax.test')).toBeDefined();
    expect(document.activeElement).toBe(dialog().getByLabelText('Email Code'));
    await typeCodes(user);
    await press(user, 'Confirm new email');
    expect(await dialog().findByText(/Until then, you sign in with your old email/)).toBeDefined();
    expect(dialog().getByText(/tomorrow at/)).toBeDefined();
    expect(sentTo(api, BEGIN)).toEqual([{ email: 'new@kax.test', password: 'Piggy!Bank7' }]);
    expect(sentTo(api, CONFIRM)).toEqual([{ emailOTP: '123456', phoneOTP: '654321' }]);
  });

  test('of the phone sends the number with its country', async () => {
    const { api, user } = start({}, { [BEGIN]: () => codesSent });
    await openDialog(user, 'Change phone', 'Change phone');
    await user.type(await dialog().findByLabelText('New phone'), '4155550199');
    await typePassword(user);
    await press(user, 'Send both codes');
    expect(await dialog().findByText('+14155550199')).toBeDefined();
    expect(sentTo(api, BEGIN)).toEqual([{ phone: '+14155550199', password: 'Piggy!Bank7' }]);
  });

  test('shows a refused contact at its field, and keeps it after Back', async () => {
    let isRefused = true;
    const same = 'This is the one you already use.';
    const { user } = start(
      {},
      { [BEGIN]: () => (isRefused ? refused(400, 'contact-unchanged', same) : codesSent) },
    );
    await openDialog(user, 'Change email', 'Change email');
    await user.type(await dialog().findByLabelText('New email'), 'alice@kax.test');
    await typePassword(user);
    await press(user, 'Send both codes');
    expect((await dialog().findByRole('alert')).textContent).toBe(same);
    isRefused = false;
    await press(user, 'Send both codes');
    await user.type(await dialog().findByLabelText('Email Code'), '123');
    await press(user, 'Back');
    expect(dialog().getByLabelText<HTMLInputElement>('New email').value).toBe('alice@kax.test');
    expect(dialog().getByLabelText<HTMLInputElement>('Your password').value).toBe('');
    await typePassword(user);
    await press(user, 'Send both codes');
    expect((await dialog().findByLabelText<HTMLInputElement>('Email Code')).value).toBe('');
  });
});

describe('an owner who lost everything', () => {
  test('requests the removal with the password and both codes, and learns when', async () => {
    const SEND = 'POST /api/auth/send-confirmation-codes';
    const REMOVE = 'POST /api/auth/remove-lost-factors';
    const { api, user } = start(
      { app, recoveryCodesLeft: 1 },
      { [SEND]: () => codesSent, [REMOVE]: () => ({ body: { removedAt: inHours(168) } }) },
    );
    const title = 'Lost your passkey and app?';
    await openDialog(user, title, title);
    expect(dialog().getByText('Do you still have a recovery code?')).toBeDefined();
    await press(user, 'Send both codes');
    await dialog().findByLabelText('Email Code');
    await typeCodes(user);
    await typePassword(user);
    await press(user, 'Request removal');
    expect(await dialog().findByText(/^We’ll remove them on/)).toBeDefined();
    expect(sentTo(api, SEND)).toEqual([{ purpose: 'lost-factors' }]);
    expect(sentTo(api, REMOVE)).toEqual([
      { password: 'Piggy!Bank7', emailOTP: '123456', phoneOTP: '654321' },
    ]);
  });

  test('is offered nothing when there is nothing to remove', async () => {
    start();
    await button('Freeze account');
    expect(screen.queryByRole('button', { name: /^Lost your/ })).toBeNull();
  });
});
