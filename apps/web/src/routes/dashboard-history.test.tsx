import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildOperationView } from '#testing/operation-view';
import { BrowserRouter } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { signOutLocally } from '../state/auth-session.ts';
import { BOB, respondWith, sentResponse, signInBeforeEach } from './dashboard.test-setup.tsx';
import Dashboard from './dashboard.tsx';

signInBeforeEach();
beforeEach(() => {
  window.history.pushState(null, '', '/elsewhere');
  window.history.pushState(null, '', '/dashboard');
});
afterEach(() => sessionStorage.clear());

type Responses = Parameters<typeof respondWith>[0];

/** Renders the dashboard at the browser's URL, as loading the page does. */
function load() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/dashboard/operations/:id" element={<p>The page of the payment</p>} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

function start(responses: Responses = {}) {
  const api = respondWith(responses);
  load();
  return { api, user: userEvent.setup() };
}

function reload() {
  cleanup();
  load();
}

const back = () => window.history.back();
const forward = () => window.history.forward();
const url = () => `${location.pathname}${location.search}`;
const amountField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const addressField = () => screen.findByLabelText<HTMLInputElement>('Recipient address');
const next = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Continue' }));
const modal = () => screen.queryByRole('dialog', { name: 'Send Assets' });

async function openSend(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }));
  await user.click(screen.getByRole('menuitem', { name: 'Send' }));
  await amountField();
}

async function goToReview(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await amountField(), '25');
  await next(user);
  await user.type(await addressField(), BOB);
  await next(user);
  await screen.findByText('You send');
}

async function confirm(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('checkbox'));
  const button = screen.getByRole<HTMLButtonElement>('button', {
    name: /^(Confirm and|Try again)/,
  });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
}

const keysIn = (api: ReturnType<typeof respondWith>) =>
  api.seen
    .filter(({ path }) => path.endsWith('/send-tokens'))
    .map(({ headers }) => headers.get('idempotency-key'));

describe('the modals of the dashboard in the URL', () => {
  test('each step is an entry of the history, and no amount or address is ever in it', async () => {
    const { user } = start();
    await openSend(user);
    expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc');
    await goToReview(user);
    await waitFor(() => expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc&step=review'));
  });

  test('Back steps back, and closes an empty form instead of leaving the wallet', async () => {
    const { user } = start();
    await openSend(user);
    back();
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/dashboard');
    await openSend(user);
    await goToReview(user);
    await waitFor(() => expect(url()).toMatch(/&step=review$/));
    back();
    expect(await addressField()).toHaveProperty('value', BOB);
    back();
    expect(await amountField()).toHaveProperty('value', '25');
    expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc');
  });

  test('two quick presses of the Back button go two steps back, and no further', async () => {
    const { user } = start();
    await openSend(user);
    await goToReview(user);
    await waitFor(() => expect(url()).toMatch(/&step=review$/));
    act(() => screen.getByRole('button', { name: 'Back' }).click());
    act(() => screen.getByRole('button', { name: 'Back' }).click());
    expect(await amountField()).toHaveProperty('value', '25');
    await waitFor(() => expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('the Back button of a step goes back in the history too', async () => {
    const { user } = start();
    await openSend(user);
    await goToReview(user);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(url()).toMatch(/&step=recipient$/));
    forward();
    // Forward leads to no step that the form has not reached by itself.
    await waitFor(() => expect(url()).toMatch(/&step=recipient$/));
    expect(await addressField()).toHaveProperty('value', BOB);
  });

  test.each([
    ['Back', () => window.history.back()],
    ['Close', () => screen.getByRole('button', { name: 'Close' }).click()],
  ])('%s asks before it loses what was entered', async (_, leave) => {
    const { user } = start();
    await openSend(user);
    await user.type(await amountField(), '25');
    act(leave);
    await screen.findByRole('alertdialog', { name: 'Close this form?' });
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await amountField()).toHaveProperty('value', '25');
    expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc');

    act(leave);
    const confirmation = await screen.findByRole('alertdialog', { name: 'Close this form?' });
    const [discard] = [...confirmation.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Close',
    );
    await user.click(discard as HTMLButtonElement);
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/dashboard');
    await openSend(user);
    expect(await amountField()).toHaveProperty('value', '');
  });

  test('two quick presses of Close leave the modal, not the wallet', async () => {
    const { user } = start();
    await openSend(user);
    const close = screen.getByRole('button', { name: 'Close' });
    act(() => close.click());
    act(() => close.click());
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/dashboard');
    await openSend(user);
    back();
    await waitFor(() => expect(modal()).toBeNull());
    await openSend(user);
  });

  test('a reload keeps the form, and returns from the review to the amount', async () => {
    const { user } = start();
    await openSend(user);
    await goToReview(user);
    await waitFor(() => expect(url()).toMatch(/&step=review$/));
    reload();
    expect(await amountField()).toHaveProperty('value', '25');
    await waitFor(() => expect(url()).toBe('/dashboard?do=send&coin=polygon-usdc'));
    await next(user);
    expect(await addressField()).toHaveProperty('value', BOB);
  });

  test('a reload keeps an amount in dollars exactly', async () => {
    const { user } = start();
    await openSend(user);
    await user.type(await amountField(), '25.000001');
    await user.click(screen.getByRole('button', { name: 'Type in dollars' }));
    expect(await amountField()).toHaveProperty('value', '25.00');
    reload();
    expect(await amountField()).toHaveProperty('value', '25.00');
    await user.click(screen.getByRole('button', { name: 'Type in USDC' }));
    expect(await amountField()).toHaveProperty('value', '25.000001');
  });

  test('after a reload the same payment is repeated with the same key, and says so', async () => {
    let isLost = true;
    const { api, user } = start({
      'POST /api/wallet/public/send-tokens': () =>
        isLost ? 'no response' : { body: sentResponse() },
    });
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    await screen.findByText(/without paying twice/);
    reload();
    await amountField();
    await next(user);
    await addressField();
    await next(user);
    expect((await screen.findByRole('alert')).textContent).toContain('You already confirmed this.');
    isLost = false;
    await confirm(user);
    await screen.findByText('Finalizing');
    const keys = keysIn(api);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(sessionStorage.length).toBe(0);
  });

  test('a payment in doubt keeps its key although the form was closed', async () => {
    const { api, user } = start({
      'POST /api/wallet/public/send-tokens': () => 'no response',
    });
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    await screen.findByText(/without paying twice/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(modal()).toBeNull());
    await openSend(user);
    expect(await amountField()).toHaveProperty('value', '');
    await goToReview(user);
    await confirm(user);
    await waitFor(() => expect(keysIn(api)).toHaveLength(2));
    expect(new Set(keysIn(api)).size).toBe(1);
  });

  test('Done pressed at once after paying closes the modal and goes no further', async () => {
    const { user } = start();
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    const done = await screen.findByRole('button', { name: 'Done' });
    act(() => done.click());
    act(() => done.click());
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/dashboard');
    await openSend(user);
  });

  test('Back after paying closes the payment, and Forward shows its page', async () => {
    const { api, user } = start();
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    await screen.findByText('Finalizing');
    const { id } = buildOperationView();
    await waitFor(() => expect(url()).toMatch(`&step=transaction&operation=${id}`));
    back();
    await waitFor(() => expect(modal()).toBeNull());
    expect(url()).toBe('/dashboard');
    forward();
    await screen.findByText('The page of the payment');
    expect(keysIn(api)).toHaveLength(1);
  });

  test('a reload after paying shows the page of the payment', async () => {
    const { user } = start();
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    await waitFor(() => expect(url()).toMatch(/&step=transaction/));
    reload();
    await screen.findByText('The page of the payment');
  });

  test('Back does nothing while a payment is being sent', async () => {
    const { user } = start({
      'POST /api/wallet/public/send-tokens': () => new Promise(() => {}),
    });
    await openSend(user);
    await goToReview(user);
    await confirm(user);
    await screen.findByText('Sending 25 USDC');
    back();
    await waitFor(() => expect(url()).toMatch(/&step=review$/));
    expect(screen.getByText('Sending 25 USDC')).toBeDefined();
  });

  test('what was entered goes with the sign-out', async () => {
    const { user } = start();
    await openSend(user);
    await user.type(await amountField(), '25');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    cleanup();
    act(() => signOutLocally());
    expect(sessionStorage.length).toBe(0);
  });

  test('a link without a coin opens Send with the coin that is worth the most', async () => {
    window.history.pushState(null, '', '/dashboard?do=send');
    start();
    expect(await screen.findByRole('dialog', { name: 'Send Assets' })).toBeDefined();
  });

  test('a link opens the modal in the balance that it moves, or nothing', async () => {
    window.history.pushState(null, '', '/dashboard?do=unshield&coin=polygon-usdc');
    const { user } = start();
    expect(await screen.findByRole('dialog', { name: 'Unshield' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(url()).toBe('/dashboard'));
    for (const search of ['do=send&coin=no-such-coin', 'do=constructor', 'do=nothing']) {
      cleanup();
      window.history.pushState(null, '', `/dashboard?${search}`);
      load();
      await waitFor(() => expect(url()).toBe('/dashboard'));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('region', { name: 'Account' })).toBeDefined();
    }
  });
});
