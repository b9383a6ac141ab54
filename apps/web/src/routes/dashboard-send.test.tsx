import { act, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import type { createFakeApi, FakeResponse } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { hostApprovals, openApproval } from '../lib/approval/open-approval.ts';
import {
  BOB,
  bobFacts,
  quoteFor,
  sentResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

signInBeforeEach();

const network: FakeResponse = 'no response';
const payments = (api: ReturnType<typeof createFakeApi>) =>
  api.seen.filter((request) => request.path.endsWith('/send-tokens'));

describe('Send Assets', () => {
  async function enterPayment(user: ReturnType<typeof userEvent.setup>, amount = '25') {
    await user.click(
      await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(screen.getByLabelText('Recipient address'), BOB);
  }
  const confirmButton = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm and send 25 USDC' });
  /** Waits until the recipient is checked, then confirms. */
  async function confirm(user: ReturnType<typeof userEvent.setup>) {
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.click(confirmButton());
  }

  test('an amount above the balance cannot continue: "Amount exceeds available balance" (§5)', async () => {
    const { user } = startDashboard();
    await user.click(
      await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '250.1');
    expect(screen.getByRole('alert').textContent).toBe('Amount exceeds available balance');
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  });

  test('shows the placeholder fee while no estimate exists, then the live one (§9)', async () => {
    let respond = (_: FakeResponse) => {};
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('about $2.50')).toBeDefined();
    respond({ body: { data: buildFeeQuote() } });
    expect(await screen.findByText('≈ 0.004118 POL')).toBeDefined();
  });

  test('MAX of the native coin keeps the fee and says how much is reserved', async () => {
    const maxAmount = '9990000000000000000';
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': () => ({
        body: { data: buildFeeQuote({ maxAmount }) },
      }),
    });
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await user.click(await screen.findByRole('button', { name: 'MAX' }));
    expect(await screen.findByText('0.010000 POL is reserved for the network fee.')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '9.99');
  });

  test('a payment goes through its three steps and shows its hash', async () => {
    const { api, user } = startDashboard();
    await enterPayment(user);
    await confirm(user);
    expect(await screen.findByText('Finalizing')).toBeDefined();
    expect(screen.getByRole('link', { name: /0x9f9f/ })).toBeDefined();
    const [payment] = payments(api);
    const body = { tokenId: 'polygon-usdc', amount: '25000000', recipientAddress: BOB };
    expect(payment?.body).toEqual(body);
    expect(payment?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a double click pays once', async () => {
    const { api, user } = startDashboard();
    await enterPayment(user);
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.dblClick(confirmButton());
    await screen.findByText('Finalizing');
    expect(payments(api)).toHaveLength(1);
  });

  test('an error is a red Error alert on the confirm step, and input is kept (§2)', async () => {
    const error = 'You don’t have enough of the network’s own coin for the network fee.';
    const { user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => ({
        status: 400,
        body: { error, code: 'not-enough-for-fee' },
      }),
    });
    await enterPayment(user);
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${error}`);
    expect(screen.getByLabelText('Recipient address')).toHaveProperty('value', BOB);
  });

  test('after a lost response, a retry uses the same key and says that it can’t pay twice', async () => {
    let isLost = true;
    const { api, user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => (isLost ? network : { body: sentResponse() }),
    });
    await enterPayment(user);
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toContain('without paying twice');
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Try again: send 25 USDC' }));
    await screen.findByText('Finalizing');
    const keys = payments(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('while recent payments are checked it waits, and repeats the request with the same key', async () => {
    const error = 'We’re checking recent payments of this account first. Try again in a minute.';
    const body = { error, code: 'reconciling', retryAfter: 1 };
    const responses = [{ status: 503, body }];
    const { api, user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => responses.pop() ?? { body: sentResponse() },
    });
    await enterPayment(user);
    await confirm(user);
    const wait = await screen.findByText(/We’re checking your recent payments first/);
    expect(wait.textContent).toContain('we’ll submit your payment right after that.');
    expect(screen.queryByRole('alert')).toBeNull();
    await screen.findByText('Finalizing', {}, { timeout: 5_000 });
    const keys = payments(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('a look-alike of a previously paid address has to be compared first', async () => {
    const lookAlike = '0x3C8d11a0F74c9e00000000000000000000000b06a'.slice(0, 42);
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': ({ body }) => {
        const { data } = quoteFor(body);
        const recipient = data.recipient ? { ...bobFacts, lookAlike } : null;
        return { body: { data: { ...data, recipient } } };
      },
    });
    await enterPayment(user);
    expect(await screen.findByText('This isn’t the address you paid before.')).toBeDefined();
    expect(confirmButton().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    expect(confirmButton().disabled).toBe(false);
  });

  test('Back from the hash starts a new payment with an empty amount', async () => {
    const { user } = startDashboard();
    await enterPayment(user);
    await confirm(user);
    await screen.findByText('Finalizing');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '');
  });

  test.each(['account-frozen', 'held-after-reset', 'held-new-device'])(
    'a payment that is held (%s) shows why, and leads to the security page',
    async (code) => {
      const error = 'Your account is frozen. Nothing can leave until you unfreeze it.';
      const { user } = startDashboard({
        'POST /api/wallet/public/send-tokens': () => ({ status: 403, body: { error, code } }),
      });
      await enterPayment(user);
      await confirm(user);

      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(`Error: ${error}`);
      const link = within(alert).getByRole('link', { name: 'Security' });
      expect(link.getAttribute('href')).toBe('/dashboard/settings/security');
    },
  );

  test('a payment that its user does not approve says that nothing was sent, and is no error', async () => {
    const stop = hostApprovals();
    const { api, user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => approvalNeeded(),
    });
    await enterPayment(user);
    await confirm(user);
    await waitFor(() => expect(openApproval()).not.toBeNull());
    act(() => openApproval()?.decide({ at: 'closed' }));

    expect(await screen.findByText('Not approved. Nothing was sent.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(confirmButton().disabled).toBe(false);
    expect(payments(api)).toHaveLength(1);
    stop();
  });
});
