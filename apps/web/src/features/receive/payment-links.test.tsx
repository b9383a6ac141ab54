import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import { buildOwnRequest } from '#testing/payment-link';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { isDiscreet, toggleDiscretion } from '../../state/discretion.ts';
import { goTo, installShare, load, respond, signInBeforeEach } from './receive.test-setup.tsx';

signInBeforeEach();

const MAKE = 'POST /api/wallet/payment-requests';
const LIST = 'GET /api/wallet/payment-requests';
const CANCEL = 'POST /api/wallet/payment-requests/request-1/cancel';
const SETTLE = 'POST /api/wallet/payment-requests/request-1/settle';
const LINK = `${location.origin}/pay/7Q2M-K9XD-4TPA-82WJ`;

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const view = () => new URLSearchParams(location.search);

async function openForm(user: UserEvent) {
  await user.click(button('Open'));
  await user.click(await screen.findByRole('button', { name: /^Ask for an amount/ }));
  return amount();
}

async function openLink(own: PaymentRequestView, responses: Parameters<typeof respond>[1] = {}) {
  const api = respond([own], responses);
  goTo(`/dashboard?do=receive&step=link&request=${own.id}`);
  const user = load();
  await screen.findByRole('heading', { level: 3 });
  return { api, user };
}

describe('asking for an amount', () => {
  test('makes a link of what was entered, once however often it is pressed, and shows it', async () => {
    const made = buildOwnRequest();
    let release = (_: FakeResponse) => {};
    const api = respond([made], {
      [MAKE]: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    const user = load();
    await user.type(await openForm(user), '40');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Dinner on Friday');
    expect(screen.getByText('16 / 140')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: '30 days' }));
    await user.click(screen.getByRole('switch', { name: 'Show my name' }));
    await user.dblClick(button('Make the link'));
    release({ body: { data: made } });
    await dialog('Your payment link');
    expect(api.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      {
        tokenId: 'polygon-usdc',
        amount: '40000000',
        balance: 'public',
        message: 'Dinner on Friday',
        days: 30,
        showsName: false,
      },
    ]);
    expect(view().get('request')).toBe('request-1');
    expect(location.href).not.toContain('7Q2M');
  });

  test('is repeated under its key when no response came, and under another once it asks for something else', async () => {
    const responses: FakeResponse[] = ['no response', 'no response'];
    const api = respond([buildOwnRequest()], {
      [MAKE]: () => responses.shift() ?? { body: { data: buildOwnRequest() } },
    });
    const user = load();
    await user.type(await openForm(user), '40');
    for (const _ of responses.slice()) {
      await user.click(button('Make the link'));
      await screen.findByText('We couldn’t reach Kax. Try again.');
      await waitFor(() => expect(button('Make the link').disabled).toBe(false));
    }
    await user.type(await amount(), '1');
    await user.click(button('Make the link'));
    await dialog('Your payment link');
    const tries = api.seen.filter(({ method }) => method === 'POST');
    const [first, second, third] = tries.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('Back leads from the link to the address, not to a form that was sent', async () => {
    respond([buildOwnRequest()], { [MAKE]: () => ({ body: { data: buildOwnRequest() } }) });
    const user = load();
    await user.type(await openForm(user), '40');
    await user.click(button('Make the link'));
    await dialog('Your payment link');
    await user.click(button('Back'));
    await dialog('Receive Assets');
    await user.click(button(/^Ask for an amount/));
    expect((await amount()).value).toBe('');
  });

  test('Back and a reload keep what was typed, and closing asks first', async () => {
    respond([]);
    const user = load();
    await user.type(await openForm(user), '12.5');
    window.history.back();
    await dialog('Receive Assets');
    await user.click(button(/^Ask for an amount/));
    expect((await amount()).value).toBe('12.5');
    cleanup();
    const again = load();
    expect((await amount()).value).toBe('12.5');
    await again.click(button('Close'));
    await again.click(within(await screen.findByRole('alertdialog')).getByText('Keep editing'));
    await again.click(button('Close'));
    const leaving = within(await screen.findByRole('alertdialog'));
    await again.click(leaving.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location.search).toBe(''));
    expect(sessionStorage.getItem('kax-entry-payment-request')).toBeNull();
  });

  test('only coins that can be private are offered for the private balance', async () => {
    respond([]);
    const user = load();
    await openForm(user);
    await user.click(button(/^Coin/));
    await user.click(screen.getByRole('option', { name: /POL/ }));
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(button(/^Coin/).textContent).toContain('USDC');
    await user.click(button(/^Coin/));
    expect(screen.queryByRole('option', { name: /POL/ })).toBeNull();
  });

  test('zero, surplus decimals and a message that hides something make no link', async () => {
    respond([]);
    const user = load();
    const field = await openForm(user);
    expect(button('Make the link').disabled).toBe(true);
    await user.type(field, '0');
    expect(button('Make the link').disabled).toBe(true);
    await user.type(field, '.1234567');
    expect(button('Make the link').disabled).toBe(true);
    await user.clear(field);
    await user.type(field, '1000000');
    expect(button('Make the link').disabled).toBe(false);
    await user.type(screen.getByRole('textbox', { name: 'Message' }), '\u202eabc');
    expect(button('Make the link').disabled).toBe(true);
  });

  test('a refusal is told and loses nothing', async () => {
    respond([], {
      [MAKE]: () => ({
        status: 409,
        body: { error: 'You have 50 links waiting.', code: 'too-many-payment-requests' },
      }),
    });
    const user = load();
    await user.type(await openForm(user), '40');
    await user.click(button('Make the link'));
    expect((await screen.findByRole('alert')).textContent).toContain('You have 50 links waiting.');
    expect((await amount()).value).toBe('40');
  });
});

describe('a payment link', () => {
  test('is shown as a QR code and as text with its code in groups, and a reload keeps it', async () => {
    const { user } = await openLink(buildOwnRequest());
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('40.00 USDC');
    expect(screen.getByText('Waiting for payment')).toBeDefined();
    expect(screen.getByText('Expires on 9 January')).toBeDefined();
    await user.click(button('Copy link'));
    expect(await navigator.clipboard.readText()).toBe(LINK);
    cleanup();
    load();
    await screen.findByRole('img', { name: 'QR code of the link to pay 40 USDC' });
  });

  test('offers a public request as a code for other wallets, with the amount', async () => {
    const { user } = await openLink(buildOwnRequest());
    await user.click(screen.getByRole('radio', { name: 'Other wallets' }));
    expect(
      await screen.findByRole('img', { name: /^QR code to pay 40 USDC to 0x7aB1/ }),
    ).toBeDefined();
    expect(screen.getByText(/It has the amount/)).toBeDefined();
  });

  test('of a private request offers the private address, and has the private accent', async () => {
    await openLink(buildOwnRequest({ balance: 'private', recipient: '0zk1abc' }));
    expect(screen.getByRole('radio', { name: 'Private address' })).toBeDefined();
    expect(screen.getByRole('dialog').getAttribute('data-mode')).toBe('private');
  });

  test('is shared with what it is for', async () => {
    const share = vi.fn(async () => {});
    installShare(share);
    const { user } = await openLink(buildOwnRequest());
    await user.click(button('Share'));
    expect(share).toHaveBeenCalledWith({
      text: 'Please pay me 40 USDC · “Dinner on Friday”',
      url: LINK,
    });
  });

  test('that waits is read again until it is paid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    let state: PaymentRequestView['state'] = 'open';
    const own = buildOwnRequest();
    const { api } = await openLink(own, {
      [LIST]: () => ({
        body: { data: [{ ...own, state, paidAt: state === 'paid' ? own.createdAt : null }] },
      }),
    });
    state = 'paid';
    act(() => void vi.advanceTimersByTime(4_000));
    expect(await screen.findByText(/^Paid on 2 Jan/)).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull();
    const reads = api.seen.length;
    act(() => void vi.advanceTimersByTime(20_000));
    expect(api.seen.length).toBe(reads);
    expect(api.seen.at(-1)?.headers.get('x-background')).toBe('1');
    vi.useRealTimers();
  });

  test.each([
    ['expired', 'Expired'],
    ['cancelled', 'Cancelled'],
  ] as const)('that is %s says so and has no code', async (state, text) => {
    await openLink(buildOwnRequest({ state }));
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText('The link no longer works.')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('is cancelled after one confirmation', async () => {
    let own = buildOwnRequest();
    const { api, user } = await openLink(own, {
      [LIST]: () => ({ body: { data: [own] } }),
      [CANCEL]: () => {
        own = { ...own, state: 'cancelled' };
        return { body: { data: own } };
      },
    });
    await user.click(button('Cancel request'));
    const confirmation = await screen.findByRole('alertdialog');
    expect(api.seen.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(confirmation).getByRole('button', { name: 'Cancel request' }));
    expect(await screen.findByText('Cancelled')).toBeDefined();
  });

  test('that is being paid meanwhile can’t be cancelled, and says why', async () => {
    const { user } = await openLink(buildOwnRequest(), {
      [CANCEL]: () => ({
        status: 409,
        body: { error: 'This request is being paid.', code: 'payment-request-over' },
      }),
    });
    await user.click(button('Cancel request'));
    const confirmation = within(await screen.findByRole('alertdialog'));
    await user.click(confirmation.getByRole('button', { name: 'Cancel request' }));
    await user.click(await screen.findByRole('button', { name: 'This request is being paid.' }));
  });

  const match = {
    transactionHash: '0xabc',
    from: '0x91fE00000000000000000000000000000000001c72',
    at: '2026-01-03T12:31:00.000Z',
  };

  test('a payment that arrived can be named as the one for it', async () => {
    let own = buildOwnRequest({ match });
    const { api, user } = await openLink(own, {
      [LIST]: () => ({ body: { data: [own] } }),
      [SETTLE]: () => {
        own = { ...own, state: 'paid', paidAt: match.at, match: null };
        return { body: { data: own } };
      },
    });
    expect(screen.getByText('40.00 USDC arrived')).toBeDefined();
    await user.click(button('Mark as paid'));
    expect(await screen.findByText(/^Paid on 3 Jan/)).toBeDefined();
    expect(api.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      transactionHash: '0xabc',
    });
  });

  test('a payment that was another one is not offered again, also after a reload', async () => {
    const { user } = await openLink(buildOwnRequest({ match }));
    await user.click(button('Not this one'));
    expect(screen.queryByText('40.00 USDC arrived')).toBeNull();
    cleanup();
    load();
    await screen.findByText('Waiting for payment');
    expect(screen.queryByText('40.00 USDC arrived')).toBeNull();
  });

  test('that was paid another way is settled without a payment, after one confirmation', async () => {
    const { api, user } = await openLink(buildOwnRequest(), {
      [SETTLE]: () => ({
        body: { data: buildOwnRequest({ state: 'paid', paidAt: '2026-01-03T12:31:00.000Z' }) },
      }),
    });
    await user.click(button('I was paid another way'));
    const confirmation = within(await screen.findByRole('alertdialog'));
    await user.click(confirmation.getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(api.seen.find(({ method }) => method === 'POST')?.body).toEqual({
        transactionHash: null,
      }),
    );
  });

  test.each([
    ['open', true],
    ['expired', true],
    ['being-paid', false],
    ['cancelled', false],
  ] as const)('that is %s can be marked as paid another way: %s', async (state, isPossible) => {
    await openLink(buildOwnRequest({ state }));
    const other = screen.queryByRole('button', { name: 'I was paid another way' });
    expect(other !== null).toBe(isPossible);
  });

  test('that is gone leads to the list', async () => {
    respond([]);
    goTo('/dashboard?do=receive&step=link&request=gone');
    const user = load();
    await screen.findByText('We couldn’t find this link');
    await user.click(button('Your links'));
    await screen.findByText('No links yet');
  });
});

describe('your links', () => {
  async function openList(responses: Parameters<typeof respond>[1]) {
    respond([], responses);
    goTo('/dashboard?do=receive&step=list');
    return load();
  }

  test('lists those that wait before those that ended, and opens each', async () => {
    if (isDiscreet()) act(toggleDiscretion);
    const requests = [
      buildOwnRequest({ id: 'ended', state: 'paid', paidAt: '2026-01-03T12:31:00.000Z' }),
      buildOwnRequest({ id: 'waits', message: null, amount: '1500000' }),
    ];
    const user = await openList({ [LIST]: () => ({ body: { data: requests } }) });
    const waiting = within(await screen.findByRole('region', { name: 'Waiting' }));
    expect(waiting.getByText('1.50', { exact: false })).toBeDefined();
    const ended = within(screen.getByRole('region', { name: 'Ended' }));
    await user.click(ended.getByRole('button'));
    await dialog('Your payment link');
    expect(view().get('request')).toBe('ended');
    window.history.back();
    await dialog('Your links');
  });

  test('hides amounts while figures are hidden', async () => {
    if (!isDiscreet()) act(toggleDiscretion);
    await openList({ [LIST]: () => ({ body: { data: [buildOwnRequest()] } }) });
    await screen.findByRole('region', { name: 'Waiting' });
    expect(screen.getByRole('dialog').innerHTML).not.toContain('40.00');
  });

  test('says while it loads, and why it could not', async () => {
    let release = (_: FakeResponse) => {};
    const user = await openList({
      [LIST]: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    expect(await screen.findByText('Loading your links')).toBeDefined();
    release('no response');
    await screen.findByText('Couldn’t load your links');
    await user.click(button('Try again'));
    release({ body: { data: [] } });
    expect(await screen.findByText('No links yet')).toBeDefined();
  });
});
