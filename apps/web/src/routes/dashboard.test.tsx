import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin, buildPrice } from '#testing/coin';
import { createFakeApi, type FakeAnswer } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import { createQueryClient } from '../lib/query-client.ts';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import Dashboard from './dashboard.tsx';

type Answers = Parameters<typeof createFakeApi>[0];

const BOB = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
const chains = [buildChain([buildNativeCoin(), buildCoin()])];
const facts = { address: BOB, isContract: false, isFirstTime: true, lookAlike: null };
const network: FakeAnswer = 'no answer';

beforeEach(() => {
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  cleanup();
  act(() => {
    signOutLocally();
    setWalletMode('public');
    if (!isDiscreet()) toggleDiscretion();
  });
  vi.unstubAllGlobals();
});

function quoteOf(body: unknown) {
  const asksForRecipient = typeof body === 'object' && body !== null && 'recipientAddress' in body;
  return { data: buildFeeQuote({ recipient: asksForRecipient ? facts : null }) };
}

function start(answers: Answers = {}) {
  const api = createFakeApi({
    'GET /api/wallet/public/coins': () => ({ body: { data: chains } }),
    'GET /api/wallet/operations': () => ({ body: { data: [] } }),
    'POST /api/wallet/public/quote-send': ({ body }) => ({ body: quoteOf(body) }),
    'POST /api/wallet/public/send-tokens': () => ({ body: sentAnswer() }),
    [`GET /api/wallet/operations/${buildOperationView().id}`]: () => ({
      body: { data: buildOperationView() },
    }),
    ...answers,
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

function sentAnswer() {
  const operation = buildOperationView();
  const hash = operation.transactionHash ?? '';
  const hashes = { transactionHash: hash, hash };
  return { transaction: { hash }, ...hashes, data: hashes, operation };
}

const payments = (api: ReturnType<typeof createFakeApi>) =>
  api.seen.filter((request) => request.path.endsWith('/send-tokens'));
const row = async (name: string) => {
  const refresh = await screen.findByRole('button', { name: `Refresh ${name}` });
  return within(refresh.closest('li') ?? refresh);
};

describe('the token list', () => {
  test('shows nine skeletons while loading (§9)', () => {
    start({ 'GET /api/wallet/public/coins': () => new Promise(() => {}) });
    expect(screen.getAllByTestId('coin-skeleton')).toHaveLength(9);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });

  test('a row shows price with 2 decimals, change, balance, and USD value with 4 decimals (§2)', async () => {
    start();
    const pol = await row('POL on Polygon');
    expect(pol.getAllByText('$0.43')).not.toHaveLength(0);
    expect(pol.getAllByText(/2\.14 %/)).not.toHaveLength(0);
    expect(pol.getByText('10.0000 POL')).toBeDefined();
    expect(pol.getByText('~ $4.3000')).toBeDefined();
  });

  test('a missing price is a dash, and the total says which coin it leaves out', async () => {
    const lost = buildCoin({ id: 'avalanche-avax', symbol: 'AVAX', price: buildPrice() });
    start({ 'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([lost])] } }) });
    expect(await screen.findByText('Without AVAX, no price')).toBeDefined();
    expect((await row('AVAX on Polygon')).getAllByText('—')).not.toHaveLength(0);
  });

  test('a row menu offers Deposit, Send, Receive and History (§2)', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: 'More for POL on Polygon' }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items).toEqual(['Deposit', 'Send', 'Receive', 'History']);
  });

  test('a refresh is disabled while it runs, merges its coin, and touches no other (§4 Coins)', async () => {
    let answer = (_: FakeAnswer) => {};
    const { user } = start({
      'POST /api/wallet/public/coins/polygon-usdc/refresh': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const button = await screen.findByRole('button', { name: 'Refresh USDC on Polygon' });
    await user.click(button);
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Refresh POL on Polygon' })).toHaveProperty(
      'disabled',
      false,
    );
    answer({ body: { data: buildCoin({ balance: '7', balanceBaseUnits: '7000000' }) } });
    expect(await screen.findByText('7.0000 USDC')).toBeDefined();
    expect(screen.getByText('10.0000 POL')).toBeDefined();
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
  });

  test('an empty wallet says what to do', async () => {
    const none = buildCoin({ balanceBaseUnits: '0', balance: '0' });
    start({ 'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([none])] } }) });
    expect(await screen.findByText('Nothing in here yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Acquire' })).toBeDefined();
  });

  test('a failed read says so, and Try again reads anew', async () => {
    let isBroken = true;
    const error = 'Something went wrong on our side.';
    const { user } = start({
      'GET /api/wallet/public/coins': () =>
        isBroken ? { status: 500, body: { error, code: 'internal' } } : { body: { data: chains } },
    });
    expect(await screen.findByText(/Something went wrong on our side/)).toBeDefined();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('10.0000 POL')).toBeDefined();
  });

  test('balances of a silent chain stay, with their age and a retry', async () => {
    const stale = buildCoin({ isStale: true });
    start({ 'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([stale])] } }) });
    expect(await screen.findByText(/Polygon does not answer/)).toBeDefined();
    expect(screen.getByText('250.0000 USDC')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });
});

describe('discretion', () => {
  test('takes every figure out of the page, not only out of sight', async () => {
    toggleDiscretion();
    start();
    await screen.findByRole('button', { name: 'Refresh POL on Polygon' });
    const text = document.body.innerHTML;
    for (const secret of ['10.0000', '4.3000', '254.30', '250', '98 %']) {
      expect(text).not.toContain(secret);
    }
    expect(screen.getAllByText('hidden').length).toBeGreaterThan(4);
  });
});

describe('the account card', () => {
  test('USD sums balance times price; KAX counts only KAX (§9)', async () => {
    const kax = buildCoin({
      id: 'polygon-kax',
      symbol: 'KAX',
      decimals: 18,
      balanceBaseUnits: '2500000000000000000',
    });
    const { user } = start({
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([kax, buildCoin()])] } }),
    });
    const card = within(await screen.findByRole('region', { name: 'Account' }));
    await waitFor(() => expect(card.getByText('$252')).toBeDefined());
    await user.click(card.getByRole('tab', { name: 'KAX' }));
    expect(card.getByText('Your KAX')).toBeDefined();
    expect(card.getByText(/^2/).textContent).toBe('2.5 KAX');
  });

  test('private mode shows the private address and no figure', async () => {
    start();
    await screen.findByText('10.0000 POL');
    act(() => setWalletMode('private'));
    expect(screen.getByText('Private balances come with the private pool')).toBeDefined();
    expect(screen.queryByText(/\$/)).toBeNull();
  });
});

describe('Send Assets', () => {
  async function enterPayment(user: ReturnType<typeof userEvent.setup>, amount = '25') {
    await user.click(await screen.findByRole('button', { name: 'More for USDC on Polygon' }));
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(screen.getByLabelText('Recipient address'), BOB);
  }
  const confirmButton = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm: send 25 USDC' });
  /** Waits until the recipient is checked, then confirms. */
  async function confirm(user: ReturnType<typeof userEvent.setup>) {
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.click(confirmButton());
  }

  test('an amount above the balance cannot go on: "Amount exceeds available balance" (§5)', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: 'More for USDC on Polygon' }));
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '250.1');
    expect(screen.getByRole('alert').textContent).toBe('Amount exceeds available balance');
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  });

  test('shows the placeholder fee while no estimate exists, then the live one (§9)', async () => {
    let answer = (_: FakeAnswer) => {};
    const { user } = start({
      'POST /api/wallet/public/quote-send': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('about $2.50')).toBeDefined();
    answer({ body: { data: buildFeeQuote() } });
    expect(await screen.findByText('0.004118 POL')).toBeDefined();
  });

  test('a payment goes through its three steps and shows its hash', async () => {
    const { api, user } = start();
    await enterPayment(user);
    await confirm(user);
    expect(await screen.findByText('Waiting to be final')).toBeDefined();
    expect(screen.getByRole('link', { name: /0x9f9f/ })).toBeDefined();
    const [payment] = payments(api);
    const body = { tokenId: 'polygon-usdc', amount: '25000000', recipientAddress: BOB };
    expect(payment?.body).toEqual(body);
    expect(payment?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a double click pays once', async () => {
    const { api, user } = start();
    await enterPayment(user);
    await waitFor(() => expect(confirmButton().disabled).toBe(false));
    await user.dblClick(confirmButton());
    await screen.findByText('Waiting to be final');
    expect(payments(api)).toHaveLength(1);
  });

  test('a refusal is a red Error alert on the confirm step, and nothing typed is lost (§2)', async () => {
    const error = 'There is not enough of the native coin to pay the network fee.';
    const { user } = start({
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

  test('after no answer, trying again uses the same key and says that it cannot pay twice', async () => {
    let isLost = true;
    const { api, user } = start({
      'POST /api/wallet/public/send-tokens': () => (isLost ? network : { body: sentAnswer() }),
    });
    await enterPayment(user);
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toContain('cannot pay twice');
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Try again: send 25 USDC' }));
    await screen.findByText('Waiting to be final');
    const keys = payments(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('a look-alike of an address paid before has to be compared first', async () => {
    const lookAlike = '0x3C8d11a0F74c9e00000000000000000000000b06a'.slice(0, 42);
    const { user } = start({
      'POST /api/wallet/public/quote-send': ({ body }) => {
        const { data } = quoteOf(body);
        const recipient = data.recipient ? { ...facts, lookAlike } : null;
        return { body: { data: { ...data, recipient } } };
      },
    });
    await enterPayment(user);
    expect(await screen.findByText('This is not the address you paid before.')).toBeDefined();
    expect(confirmButton().disabled).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    expect(confirmButton().disabled).toBe(false);
  });

  test('Back from the hash begins a new payment with an empty amount', async () => {
    const { user } = start();
    await enterPayment(user);
    await confirm(user);
    await screen.findByText('Waiting to be final');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '');
  });
});

describe('what is under way', () => {
  test('stands on the dashboard, also after a reload, and leads to its steps', async () => {
    start({ 'GET /api/wallet/operations': () => ({ body: { data: [buildOperationView()] } }) });
    const strip = await screen.findByRole('link', { name: /Sending 25 USDC/ });
    expect(strip.getAttribute('href')).toBe(`/dashboard/operations/${buildOperationView().id}`);
    expect(strip.textContent).toContain('38 of 64');
  });
});

describe('Receive Assets', () => {
  test('shows the address and its QR code of 270 by 270 from our own service (§2)', async () => {
    const { user } = start();
    await screen.findByText('10.0000 POL');
    await user.click(screen.getByRole('button', { name: 'Receive' }));
    const address = buildUser().wallet.publicWalletAddress;
    const code = await screen.findByRole('img', { name: `QR code of the address ${address}` });
    expect(code.getAttribute('src')).toBe(`/v1/create-qr-code/?size=270x270&data=${address}`);
    expect(code.getAttribute('width')).toBe('270');
    expect(screen.getByText('Polygon (POL) network tokens only.')).toBeDefined();
  });
});
