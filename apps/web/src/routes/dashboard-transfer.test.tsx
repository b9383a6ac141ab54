import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildPoolQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import { changeSettings } from '../state/settings.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  pressConfirm,
  signInBeforeEach,
  startDashboard,
  waitForConfirm,
} from './dashboard.test-setup.tsx';

signInBeforeEach();
beforeEach(() => setWalletMode('private'));

type Api = ReturnType<typeof createFakeApi>;
type User = ReturnType<typeof userEvent.setup>;
type Responses = NonNullable<Parameters<typeof startDashboard>[0]>;

const OWN = buildUser().wallet.privateWalletAddress;
const CAROL = `0zk1${'q'.repeat(123)}`;
const FALLBACK = 'Internal transfer failed. Please try again.';
const transferred = buildOperationView({
  kind: 'internal-transfer',
  from: OWN,
  to: CAROL,
});
const hashes = { transactionHash: transferred.transactionHash, hash: transferred.transactionHash };
const response = { body: { ...hashes, data: hashes, operation: transferred } };
const quote = buildPoolQuote({
  maxAmount: '100000000',
  poolFee: '0',
  networkFeePaidBy: 'kax',
  expectedMs: 150_000,
});

const sentTo = (api: Api, path: string) =>
  api.seen.filter((request) => request.path === `/api/wallet/private/${path}`);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = () => within(screen.getByRole('dialog', { name: 'Internal Transfer' }));

function start(responses: Responses = {}) {
  return startDashboard({
    'POST /api/wallet/private/quote-internal-transfer': () => ({ body: { data: quote } }),
    'POST /api/wallet/private/prepare-transaction': () => ({
      body: { data: { state: 'declined' } },
    }),
    'POST /api/wallet/private/internal-transfer': () => response,
    [`GET /api/wallet/operations/${transferred.id}`]: () => ({ body: { data: transferred } }),
    ...responses,
  });
}

async function open(user: User) {
  await user.click(await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }));
  await user.click(screen.getByRole('menuitem', { name: 'Internal Transfer' }));
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
}

async function enterDetails(user: User) {
  await user.type(await open(user), '25');
  await user.type(screen.getByLabelText('Recipient address'), CAROL);
  await waitFor(() => expect(button('Continue').disabled).toBe(false));
}

async function openConfirm(user: User) {
  await enterDetails(user);
  await user.click(button('Continue'));
  // No one was paid before.
  await user.click(await screen.findByRole('checkbox'));
}

describe('Internal Transfer', () => {
  test('the sender is the user’s own private address, read-only; the recipient has to be 0zk (§5)', async () => {
    const { user } = start();
    await open(user);
    const sender = screen.getByLabelText<HTMLInputElement>('From (your private address)');
    expect(sender.value).toBe(OWN);
    expect(sender.readOnly).toBe(true);
    const recipient = screen.getByLabelText<HTMLInputElement>('Recipient address');
    expect(recipient.placeholder).toBe('Private address starting with 0zk');
  });

  test('continues only with an amount within the balance and a recipient (§5)', async () => {
    const { user } = start();
    const amount = await open(user);
    expect(button('Continue').disabled).toBe(true);
    await user.type(amount, '100.01');
    expect(screen.getByRole('alert').textContent).toBe('Amount exceeds available balance');
    expect(screen.getByText('You’re short').nextElementSibling?.textContent).toBe('0.01 USDC');
    await user.clear(amount);
    await user.type(amount, '-1');
    expect(screen.getByRole('alert').textContent).toBe('Amount cannot be negative');
    await user.clear(amount);
    await user.type(amount, '25');
    expect(button('Continue').disabled).toBe(true);
    await user.type(screen.getByLabelText('Recipient address'), CAROL);
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
  });

  test('with relayers off, Confirm waits until the relayer is allowed', async () => {
    changeSettings({ usesRelayers: false });
    onTestFinished(() => changeSettings({ usesRelayers: true }));
    const { api, user } = start();
    await enterDetails(user);
    await user.click(button('Continue'));
    await user.click(await screen.findByRole('checkbox', { name: 'I checked the whole address.' }));
    // Longer than a review keeps a hurried press away from Confirm.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
    expect(button('Transfer 25 USDC').disabled).toBe(true);
    await user.click(
      screen.getByRole('checkbox', { name: /^Let Kax’s relayer send this payment/ }),
    );
    await pressConfirm(user, 'Transfer 25 USDC');
    await waitFor(() => expect(sentTo(api, 'internal-transfer')).toHaveLength(1));
  });

  test('an address that is not private is rejected with the server’s message', async () => {
    const error = 'This is not a private address.';
    const { user } = start({
      'POST /api/wallet/private/quote-internal-transfer': ({ body }) =>
        JSON.stringify(body).includes('0x12')
          ? { status: 400, body: { error, code: 'recipient-not-private' } }
          : { body: { data: quote } },
    });
    await user.type(await open(user), '25');
    await user.type(screen.getByLabelText('Recipient address'), '0x12');
    expect(await screen.findByText(error)).toBeDefined();
    expect(button('Continue').disabled).toBe(true);
  });

  test('the review starts with the amount, and shows the whole address and who can see it', async () => {
    const { user } = start({
      'GET /api/wallet/recipients': () => ({
        body: { data: [{ address: CAROL, payments: 2, lastPaidAt: '2026-01-02T03:04:05.000Z' }] },
      }),
    });
    await enterDetails(user);
    await user.click(button('Continue'));
    const title = dialog().getByRole('heading', { name: 'You send 25.000 USDC' });
    expect(document.activeElement).toBe(title);
    expect(dialog().getByText('$25.00')).toBeDefined();
    const whole = screen.getByRole('dialog').querySelector('.whole-address');
    expect(whole?.textContent).toBe(CAROL);
    expect(dialog().getByText('about 3 minutes')).toBeDefined();
    expect(await dialog().findByText('25.000 USDC')).toBeDefined();
    expect(dialog().getByText('Hidden on Polygon.').parentElement?.textContent).toContain(
      'The recipient sees the amount, and Kax sees all of it.',
    );
  });

  test('Enter on the review submits nothing, also when it is held down', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await waitForConfirm('Transfer 25 USDC');
    await user.keyboard('{Enter>30/}');
    expect(screen.getByRole('dialog').querySelector('form')).toBeNull();
    expect(sentTo(api, 'internal-transfer')).toEqual([]);
  });

  test('the request includes the address of the sender', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await user.dblClick(await waitForConfirm('Transfer 25 USDC'));
    expect(await screen.findByRole('link', { name: /0x9f9f/ })).toBeDefined();
    const sent = sentTo(api, 'internal-transfer');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      tokenId: 'polygon-usdc',
      amount: '25000000',
      recipientAddress: CAROL,
      senderAddress: OWN,
    });
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async');
    expect(sentTo(api, 'prepare-transaction').map(({ body }) => body)).toEqual([
      {
        kind: 'internal-transfer',
        tokenId: 'polygon-usdc',
        amount: '25000000',
        recipientAddress: CAROL,
      },
    ]);
  });

  test('the recipient is told nothing unless the sender writes a message or shows their name', async () => {
    const { user } = start();
    await openConfirm(user);
    expect(dialog().getByText('Recipient sees').nextElementSibling?.textContent).toBe('No sender');
    expect(dialog().queryByText('Message')).toBeNull();
  });

  test('a message and the sender’s name are reviewed, sent and shown when it is done', async () => {
    const { api, user } = start();
    await user.type(await open(user), '25');
    await user.type(screen.getByLabelText('Recipient address'), CAROL);
    await user.type(screen.getByLabelText('Message (optional)'), ' Train tickets ');
    const shown = screen.getByRole('switch', { name: 'Show my name' });
    expect(shown.getAttribute('aria-checked')).toBe('false');
    expect(screen.getByText('Off: the recipient sees no sender.')).toBeDefined();
    await user.click(shown);
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Continue'));
    const seen = `${buildUser().name} and your private address`;
    expect(dialog().getByText('Recipient sees').nextElementSibling?.textContent).toBe(seen);
    expect(dialog().getByText('“Train tickets”')).toBeDefined();
    await user.click(await screen.findByRole('checkbox', { name: 'I checked the whole address.' }));
    await pressConfirm(user, 'Transfer 25 USDC');
    await screen.findByRole('link', { name: /0x9f9f/ });
    expect(dialog().getByText('“Train tickets”')).toBeDefined();
    const forRecipient = { message: 'Train tickets', showsSender: true };
    expect(sentTo(api, 'internal-transfer')[0]?.body).toMatchObject(forRecipient);
    expect(sentTo(api, 'prepare-transaction')[0]?.body).toMatchObject(forRecipient);
    const quoted = sentTo(api, 'quote-internal-transfer').map(({ body }) => body);
    const priced = { amount: '25000000', messageBytes: 64 };
    expect(quoted).toContainEqual(expect.objectContaining(priced));
  });

  test('a message that is too long, or hides something, is refused in its field', async () => {
    const { user } = start();
    await user.type(await open(user), '25');
    await user.type(screen.getByLabelText('Recipient address'), CAROL);
    const message = screen.getByLabelText('Message (optional)');
    await user.click(message);
    await user.paste('x'.repeat(140));
    expect(screen.getByText('140 / 140')).toBeDefined();
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.type(message, 'x');
    const sentence = 'Write up to 140 characters on one line, without hidden characters.';
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(button('Continue').disabled).toBe(true);
    await user.clear(message);
    await user.paste('pay \u202e05');
    expect(screen.getByRole('alert').textContent).toBe(sentence);
  });

  test('a private balance that is still being prepared is waited for, and no second press is needed', async () => {
    const error = 'We’re still preparing your private balance. Try again in a few seconds.';
    const notReady = { status: 503, body: { error, code: 'private-not-ready', retryAfter: 1 } };
    const responses = [notReady, notReady];
    const { api, user } = start({
      'POST /api/wallet/private/internal-transfer': () => responses.pop() ?? response,
    });
    await openConfirm(user);
    await pressConfirm(user, 'Transfer 25 USDC');
    const wait = await dialog().findByRole('status');
    expect(wait.textContent).toContain('we’ll submit your transfer as soon as it’s ready.');
    expect(dialog().queryByRole('alert')).toBeNull();
    expect(await screen.findByRole('link', { name: /0x9f9f/ }, { timeout: 5_000 })).toBeDefined();
    const keys = sentTo(api, 'internal-transfer').map((one) => one.headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('closing the form while the private balance is being prepared submits nothing more, and says so', async () => {
    const error = 'We’re still preparing your private balance. Try again in a few seconds.';
    const { api, user } = start({
      'POST /api/wallet/private/internal-transfer': () => ({
        status: 503,
        body: { error, code: 'private-not-ready', retryAfter: 1 },
      }),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Transfer 25 USDC');
    await dialog().findByRole('status');
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    const submitted = sentTo(api, 'internal-transfer').length;
    const { result } = renderHook(useToasts);
    await waitFor(() => expect(result.current).toHaveLength(1), { timeout: 5_000 });
    const [toast] = result.current;
    expect(toast?.text).toBe(`${error} Nothing was sent.`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(sentTo(api, 'internal-transfer')).toHaveLength(submitted);
    act(() => closeToast(toast?.id ?? 0));
  });

  test('an error is a red alert on the confirm step, and Back clears it (§4)', async () => {
    const error = 'Another private payment of yours is still on its way.';
    const { user } = start({
      'POST /api/wallet/private/internal-transfer': () => ({
        status: 409,
        body: { error, code: 'private-operation-open' },
      }),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Transfer 25 USDC');
    expect((await dialog().findByRole('alert')).textContent).toBe(`Error: ${error}`);
    await user.click(button('Back'));
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Continue'));
    await screen.findByText('You send');
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  test('without a reason from the server it shows the fallback message (§8)', async () => {
    const { user } = start({ 'POST /api/wallet/private/internal-transfer': () => 'no response' });
    await openConfirm(user);
    await pressConfirm(user, 'Transfer 25 USDC');
    expect((await dialog().findByRole('alert')).textContent).toContain(`Error: ${FALLBACK}`);
  });

  test('fee and time are loading until a quote arrives, and no constant is shown', async () => {
    const { user } = start({
      'POST /api/wallet/private/quote-internal-transfer': () => new Promise(() => {}),
    });
    await open(user);
    expect(dialog().getAllByText('Loading…')).toHaveLength(2);
    expect(dialog().queryByText('0.001 POL')).toBeNull();
  });

  test('when no estimate exists, shows the constants of §9', async () => {
    const { user } = start({
      'POST /api/wallet/private/quote-internal-transfer': () => ({
        status: 503,
        body: { error: 'We can’t reach Polygon.', code: 'chain-unavailable' },
      }),
    });
    await open(user);
    expect(await dialog().findByText('0.001 POL')).toBeDefined();
    expect(dialog().getByText('2-5 minutes')).toBeDefined();
  });

  test('is static: the backdrop and Escape leave it open, Close closes it (§9)', async () => {
    const { user } = start();
    await open(user);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog', { name: 'Internal Transfer' })).toBeDefined();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
