import { act, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import { buildChain, buildCoin, buildNativeCoin, buildPrice } from '#testing/coin';
import type { createFakeApi, FakeResponse } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { hostApprovals, openApproval } from '../lib/approval/open-approval.ts';
import { toggleDiscretion } from '../state/discretion.ts';
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
  async function openSend(user: ReturnType<typeof userEvent.setup>) {
    await user.click(
      await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await screen.findByRole('textbox', { name: 'Amount' });
  }
  async function enterPayment(user: ReturnType<typeof userEvent.setup>, amount = '25') {
    await openSend(user);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), amount);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(screen.getByLabelText('Recipient address'), BOB);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(await screen.findByRole('checkbox'));
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
    await openSend(user);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '250.1');
    expect(screen.getByRole('alert').textContent).toBe('Amount exceeds available balance');
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  });

  test('says how much is missing for an amount above the balance, not that nothing stays', async () => {
    const { user } = startDashboard();
    await openSend(user);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '325.5');
    expect(screen.getByText('You’re short').nextElementSibling?.textContent).toBe('75.5 USDC');
    expect(screen.queryByText('Balance after')).toBeNull();
    await user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '49,5');
    expect(screen.getByText('Balance after').nextElementSibling?.textContent).toBe('200.5 USDC');
  });

  test('with figures hidden, what is missing is hidden too, because it tells the balance', async () => {
    toggleDiscretion();
    const { user } = startDashboard();
    await openSend(user);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '325.5');
    expect(screen.getByText('You’re short')).toBeDefined();
    expect(screen.getByRole('dialog').innerHTML).not.toContain('75.5 USDC');
  });

  test('an amount typed in dollars is sent as the coin that it buys', async () => {
    const priced = buildCoin({ price: buildPrice({ price: 0.999 }) });
    const { api, user } = startDashboard({
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([buildNativeCoin(), priced])] },
      }),
    });
    await openSend(user);
    await user.click(screen.getByRole('button', { name: 'Type in dollars' }));
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '25');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(screen.getByLabelText('Recipient address'), BOB);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(await screen.findByRole('checkbox'));
    const confirm = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Confirm and send 25.025025 USDC',
    });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await user.click(confirm);
    await screen.findByText('Finalizing');
    expect(payments(api)[0]?.body).toMatchObject({ amount: '25025025' });
  });

  test('the fee is loading until it is known, and the constant of §9 is not shown', async () => {
    let respond = (_: FakeResponse) => {};
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Loading…')).toBeDefined();
    expect(screen.queryByText('about $2.50')).toBeNull();
    respond({ body: { data: buildFeeQuote() } });
    expect(await screen.findByText('≈ 0.004118 POL')).toBeDefined();
  });

  test('when no estimate exists, shows the constant of §9', async () => {
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': () => ({
        status: 503,
        body: { error: 'We can’t reach Polygon.', code: 'chain-unavailable' },
      }),
    });
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('about $2.50')).toBeDefined();
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

  test('a note for oneself goes with the payment, as it is read, and is kept when the payment is refused', async () => {
    const refusal = { status: 400, body: { error: 'No.', code: 'transaction-would-fail' } };
    const responses: FakeResponse[] = [refusal, { body: sentResponse() }];
    const { api, user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => responses.shift() ?? network,
    });
    await enterPayment(user);
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await user.keyboard(' Rent{Enter}for May ');
    await confirm(user);
    await screen.findByText('No.');
    const note = screen.getByRole('textbox', { name: 'Note for yourself' });
    expect(note).toHaveProperty('value', ' Rent\nfor May ');
    await confirm(user);
    await screen.findByText('Finalizing');
    const ownNote = 'Rent\nfor May';
    expect(payments(api).map(({ body }) => body)).toMatchObject([{ ownNote }, { ownNote }]);
  });

  test('a note that is too long can’t be sent, and without a note nothing is said about one', async () => {
    const { api, user } = startDashboard();
    await enterPayment(user);
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await user.paste('x'.repeat(281));
    expect(screen.getByText('Use up to 280 visible characters for a note.')).toBeDefined();
    expect(confirmButton().disabled).toBe(true);
    await user.clear(screen.getByRole('textbox', { name: 'Note for yourself' }));
    await confirm(user);
    await screen.findByText('Finalizing');
    expect(payments(api)[0]?.body).not.toHaveProperty('ownNote');
  });

  test('after a lost response, a retry with another note uses the same key', async () => {
    const responses: FakeResponse[] = [network, { body: sentResponse() }];
    const { api, user } = startDashboard({
      'POST /api/wallet/public/send-tokens': () => responses.shift() ?? network,
    });
    await enterPayment(user);
    await confirm(user);
    await user.click(await screen.findByRole('button', { name: 'Add a note' }));
    await user.keyboard('Rent');
    await user.click(screen.getByRole('button', { name: 'Try again: send 25 USDC' }));
    await screen.findByText('Finalizing');
    const keys = payments(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(payments(api)).toHaveLength(2);
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
    await user.click(screen.getByRole('button', { name: 'Back' }));
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
    expect(screen.getByText('This isn’t the address you paid before.')).toBeDefined();
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.click(
      screen.getByRole('checkbox', {
        name: 'I compared the whole address and want to pay the new one',
      }),
    );
    expect(confirmButton().disabled).toBe(true);
  });

  test('an address that was never paid asks for a tick first, a known one does not', async () => {
    let isFirstTime = true;
    const { user } = startDashboard({
      'POST /api/wallet/public/quote-send': ({ body }) => {
        const { data } = quoteFor(body);
        const recipient = data.recipient ? { ...bobFacts, isFirstTime } : null;
        return { body: { data: { ...data, recipient } } };
      },
    });
    await enterPayment(user);
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.click(screen.getByRole('checkbox', { name: 'I checked the whole address.' }));
    expect(confirmButton().disabled).toBe(true);
    isFirstTime = false;
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.clear(screen.getByLabelText('Recipient address'));
    await user.type(screen.getByLabelText('Recipient address'), BOB.toLowerCase());
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('You send');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
  });

  test('Enter goes on to the review, where reading starts at the top, and never further', async () => {
    const { api, user } = startDashboard();
    await user.click(
      await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25{Enter}');
    // Right after the address, before it is checked.
    await user.type(screen.getByLabelText('Recipient address'), `${BOB}{Enter}`);
    const title = await screen.findByRole('heading', { name: 'You send 25.000 USDC' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.click(screen.getByRole('checkbox'));
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.keyboard('{Enter}');
    expect(payments(api)).toEqual([]);
    // A key held down since another step.
    confirmButton().focus();
    await user.keyboard('{Enter>3}');
    expect(payments(api)).toHaveLength(1);
  });

  test('Confirm can’t be pressed in its first moments, not even by a second click on Continue', async () => {
    const { api, user } = startDashboard();
    await enterPayment(user);
    expect(confirmButton().disabled).toBe(true);
    await user.click(confirmButton());
    expect(payments(api)).toEqual([]);
    await confirm(user);
    await screen.findByText('Finalizing');
  });

  test('Back from the hash returns to the wallet and begins no new payment', async () => {
    const { user } = startDashboard();
    await enterPayment(user);
    await confirm(user);
    await screen.findByText('Finalizing');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
