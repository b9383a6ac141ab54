import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildRampOrder } from '#testing/ramp-order';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { BOB, chains, quoteFor } from './dashboard.test-setup.tsx';
import OffRamping from './off-ramping.tsx';
import OnRamping from './on-ramping.tsx';

signInBeforeEachPage();

beforeAll(() => {
  // The page in the frame is never loaded; the tests send its messages.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: object };
  Object.assign(settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
});

const ORIGIN = 'https://ramp.example';
type Responses = Parameters<typeof startPage>[2];

function responses(more: Responses = {}): Responses {
  let pages = 0;
  return {
    'POST /api/ramp/session': () => {
      pages += 1;
      return { body: { data: { widgetUrl: `${ORIGIN}/?sessionId=${pages}` } } };
    },
    'GET /api/ramp/orders?side=BUY': () => ({ body: { data: [] } }),
    'GET /api/ramp/orders?side=SELL': () => ({ body: { data: [] } }),
    'GET /api/wallet/public/coins': () => ({ body: { data: chains } }),
    'POST /api/wallet/public/quote-send': ({ body }) => ({ body: quoteFor(body) }),
    ...more,
  };
}

async function startBuying(more: Responses = {}) {
  if (isDiscreet()) act(() => toggleDiscretion());
  const page = (
    <StrictMode>
      <OnRamping />
    </StrictMode>
  );
  return startPage(page, '/on-ramping', responses(more));
}

/** Stands for the frame's window, which happy-dom does not load. */
const pageInFrame = {} as Window;

async function findFrame(): Promise<HTMLIFrameElement> {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Buy USDC');
  Object.defineProperty(frame, 'contentWindow', { value: pageInFrame, configurable: true });
  return frame;
}

function say(event_id: string, from: Partial<MessageEventInit> = {}) {
  const message = { data: { event_id }, origin: ORIGIN, source: pageInFrame, ...from };
  act(() => {
    window.dispatchEvent(new MessageEvent('message', message));
  });
}

const requests = ({ api }: Awaited<ReturnType<typeof startBuying>>, path: string) =>
  api.seen.filter((request) => request.path === path);

describe('the frame of the payment partner (§2 Buy / Sell)', () => {
  test('is 700 high and shows the page that the server returned', async () => {
    await startBuying();
    const frame = await findFrame();
    expect(frame.getAttribute('height')).toBe('700');
    expect(frame.src).toBe(`${ORIGIN}/?sessionId=1`);
    expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    expect(screen.getByText('Loading...')).toBeDefined();
    say('TRANSAK_WIDGET_INITIALISED');
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test('without a purchase, the list says where one begins and what will be in it', async () => {
    await startBuying({ 'GET /api/ramp/orders?side=BUY': () => ({ body: { data: [] } }) });
    expect(await screen.findByText(/^No purchases yet. Start one above/)).toBeDefined();
  });

  test('gives that page no more than it needs, and not our window', async () => {
    await startBuying();
    const frame = await findFrame();
    expect(frame.getAttribute('allow')).toBe('camera; microphone; payment');
    expect(frame.getAttribute('sandbox')?.split(' ').toSorted()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ]);
  });

  test('requests one page only, although React mounts it twice, and sends only the side', async () => {
    const page = await startBuying();
    await findFrame();
    const sessions = requests(page, '/api/ramp/session');
    expect(sessions.map(({ body }) => body)).toEqual([{ side: 'BUY' }]);
  });

  test('offers to reload after 5 seconds without a message, and then requests another page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const page = await startBuying();
    await findFrame();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('alert').textContent).toContain('isn’t loading.');
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(async () => expect((await findFrame()).src).toBe(`${ORIGIN}/?sessionId=2`));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(requests(page, '/api/ramp/session')).toHaveLength(2);
  });

  test('can be opened in a new tab, as another page, when the frame does not appear', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = { opener: window as unknown, close: vi.fn(), location: { replace: vi.fn() } };
    vi.stubGlobal(
      'open',
      vi.fn(() => tab),
    );
    const page = await startBuying();
    await findFrame();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fireEvent.click(screen.getByRole('button', { name: 'Open in a new tab' }));
    expect(
      await screen.findByText('Our payment partner’s page is open in another tab'),
    ).toBeDefined();
    expect(window.open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank');
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/?sessionId=2`);
    expect(screen.queryByTitle('Buy USDC')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open it here' }));
    await waitFor(async () => expect((await findFrame()).src).toBe(`${ORIGIN}/?sessionId=3`));
    expect(requests(page, '/api/ramp/session')).toHaveLength(3);
  });

  test('requests no page when the browser blocks the new tab', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('open', () => null);
    const page = await startBuying();
    await findFrame();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fireEvent.click(screen.getByRole('button', { name: 'Open in a new tab' }));
    expect(await screen.findByText(/^Your browser blocked the new tab\./)).toBeDefined();
    expect(await findFrame()).toBeDefined();
    expect(requests(page, '/api/ramp/session')).toHaveLength(1);
  });

  test('says why there is no page, and retries on request', async () => {
    const error = 'Our payment partner isn’t responding. Nothing was bought or sold.';
    const refused = { status: 503, body: { error, code: 'ramp-unavailable' } };
    const page = await startBuying({ 'POST /api/ramp/session': () => refused });
    expect(await screen.findByText(error)).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requests(page, '/api/ramp/session')).toHaveLength(2));
  });

  test('can be opened again after it was closed', async () => {
    const page = await startBuying();
    await findFrame();
    say('TRANSAK_WIDGET_CLOSE');
    await page.user.click(screen.getByRole('button', { name: 'Open it again' }));
    await waitFor(async () => expect((await findFrame()).src).toBe(`${ORIGIN}/?sessionId=2`));
  });

  test('ignores forged messages: only the frame’s own messages count', async () => {
    const page = await startBuying();
    await findFrame();
    const before = requests(page, '/api/ramp/orders?side=BUY').length;
    say('TRANSAK_ORDER_SUCCESSFUL', { origin: 'https://evil.example' });
    say('TRANSAK_ORDER_SUCCESSFUL', { source: window });
    say('TRANSAK_WIDGET_CLOSE', { source: window });
    expect(screen.queryByText('Our payment partner’s page is closed')).toBeNull();
    expect(requests(page, '/api/ramp/orders?side=BUY')).toHaveLength(before);
    say('TRANSAK_ORDER_SUCCESSFUL');
    await waitFor(() =>
      expect(requests(page, '/api/ramp/orders?side=BUY').length).toBeGreaterThan(before),
    );
  });
});

describe('the list of orders', () => {
  test('shows what was bought for how much, and what its status means', async () => {
    await startBuying({
      'GET /api/ramp/orders?side=BUY': () => ({
        body: { data: [buildRampOrder(), buildRampOrder({ id: 'order-2', status: 'failed' })] },
      }),
    });
    const list = await screen.findByRole('region', { name: 'Your purchases' });
    const [arrived, failed] = await within(list).findAllByRole('listitem');
    expect(arrived?.textContent).toContain('96.4 USDC');
    expect(arrived?.textContent).toContain('100.00 USD');
    expect(arrived?.textContent).toContain('Completed');
    expect(failed?.textContent).toContain('Your payment didn’t go through. No USDC was sent.');
  });

  test('hides its figures in discretion mode', async () => {
    await startBuying({
      'GET /api/ramp/orders?side=BUY': () => ({ body: { data: [buildRampOrder()] } }),
    });
    const list = await screen.findByRole('region', { name: 'Your purchases' });
    await within(list).findByText('96.4 USDC');
    act(() => toggleDiscretion());
    expect(list.textContent).not.toMatch(/96\.4|100\.00/);
  });

  test('says when it could not be loaded', async () => {
    await startBuying({ 'GET /api/ramp/orders?side=BUY': () => 'no response' });
    expect(await screen.findByText('Couldn’t load your orders')).toBeDefined();
  });
});

describe('a sale', () => {
  const sale = buildRampOrder({
    side: 'SELL',
    status: 'awaiting-payment',
    amount: '20000000',
    fiatAmount: '19.8',
    depositAddress: BOB,
  });

  function startSelling(order = sale) {
    if (isDiscreet()) act(() => toggleDiscretion());
    return startPage(<OffRamping />, '/off-ramping', {
      ...responses(),
      'GET /api/ramp/orders?side=SELL': () => ({ body: { data: [order] } }),
    });
  }

  test('is paid with Send, prefilled with the amount and the address from the server', async () => {
    const { user } = startSelling();
    const send = await screen.findByRole('button', { name: 'Send 20 USDC' });
    await waitFor(() => expect(send).toHaveProperty('disabled', false));
    await user.click(send);
    const modal = await screen.findByRole('dialog', { name: 'Send Assets' });
    const go = await within(modal).findByRole('button', { name: 'Continue' });
    await waitFor(() => expect(go).toHaveProperty('disabled', false));
    expect(within(modal).getByDisplayValue('20')).toBeDefined();
    await user.click(go);
    expect(await within(modal).findByDisplayValue(BOB)).toBeDefined();
    await user.click(within(modal).getByRole('button', { name: 'Continue' }));
    expect(await within(modal).findByText('Confirm and send 20 USDC')).toBeDefined();
  });

  test('does not offer to pay again once it was paid from this wallet', async () => {
    startSelling({ ...sale, isSent: true });
    expect(await screen.findByText(/You sent the USDC\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });

  test('does not ask for payment once it has expired', async () => {
    startSelling({ ...sale, status: 'expired', depositAddress: null });
    expect(await screen.findByText(/Don’t send USDC for it\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });
});
