import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import { waitForConfirm } from './dashboard.test-setup.tsx';
import {
  CODE,
  FIND,
  found,
  load,
  open,
  PRIVATE_COINS,
  prepareEach,
  privateCoins,
  respond,
  signInAlice,
} from './pay.test-setup.tsx';

prepareEach();
beforeEach(signInAlice);

type Api = ReturnType<typeof respond>;

const BOB_PRIVATE = `0zk1${'q'.repeat(123)}`;
const SEND = 'POST /api/wallet/public/send-tokens';
const bodiesOf = (api: Api, path: string) =>
  api.seen.filter((request) => request.path === `/api/wallet/${path}`).map(({ body }) => body);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const tick = () => screen.findByRole('checkbox', { name: 'I checked the whole address.' });

async function review(user: UserEvent) {
  await waitFor(() => expect(button('Review payment').disabled).toBe(false), { timeout: 5_000 });
  await user.click(button('Review payment'));
}

async function confirm(user: UserEvent, name: string) {
  await user.click(await tick());
  await user.click(await waitForConfirm(name));
}

describe('paying a request', () => {
  test('from the public balance opens Send at its review, and claims the request', async () => {
    const api = respond();
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await screen.findByRole('heading', { name: /^You send 40.000 USDC/ });
    expect(screen.getByText(/Pays Bob’s request/).textContent).toBe(
      'Pays Bob’s request · “Dinner on Friday”',
    );
    await waitFor(() => expect(location.search).toBe('?do=send&coin=polygon-usdc&step=review'));
    await confirm(user, 'Confirm and send 40 USDC');
    await waitFor(() =>
      expect(bodiesOf(api, 'public/send-tokens')).toEqual([
        {
          tokenId: 'polygon-usdc',
          amount: '40000000',
          recipientAddress: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
          paymentRequest: CODE,
        },
      ]),
    );
  });

  test('from the private balance unshields so much that the requested amount arrives', async () => {
    const api = respond({ [PRIVATE_COINS]: () => privateCoins('100000000') });
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await dialog('Unshield');
    await screen.findByText(/Pays Bob’s request/);
    await confirm(user, 'Unshield 40.10025 USDC');
    await waitFor(() =>
      expect(bodiesOf(api, 'unshield')).toEqual([
        {
          tokenId: 'polygon-usdc',
          amount: '40100250',
          recipientAddress: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
          paymentRequest: CODE,
        },
      ]),
    );
  });

  test('to a private balance is an internal transfer', async () => {
    const api = respond({
      [FIND]: () => found({ balance: 'private', recipient: BOB_PRIVATE, name: null }),
      [PRIVATE_COINS]: () => privateCoins('100000000'),
    });
    const user = open();
    await screen.findByText('Someone is asking you for');
    await review(user);
    await dialog('Internal Transfer');
    expect((await screen.findByText(/Pays a request/)).textContent).toContain('Dinner on Friday');
    await confirm(user, 'Transfer 40 USDC');
    await waitFor(() =>
      expect(bodiesOf(api, 'private/internal-transfer')).toMatchObject([
        { amount: '40000000', recipientAddress: BOB_PRIVATE, paymentRequest: CODE },
      ]),
    );
  });

  test('with another amount no longer claims it, and says so', async () => {
    const api = respond();
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await screen.findByRole('heading', { name: /^You send/ });
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    const field = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(field);
    await user.type(field, '41');
    expect(screen.getByText('This no longer pays Bob’s request.')).toBeDefined();
    await user.click(button('Continue'));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await confirm(user, 'Confirm and send 41 USDC');
    await waitFor(() => expect(bodiesOf(api, 'public/send-tokens')).toHaveLength(1));
    expect(bodiesOf(api, 'public/send-tokens')[0]).not.toHaveProperty('paymentRequest');
  });

  test('without the request is an ordinary payment', async () => {
    const api = respond();
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await user.click(await screen.findByRole('button', { name: 'Pay without the request' }));
    expect(screen.queryByText(/Pays Bob’s request/)).toBeNull();
    await confirm(user, 'Confirm and send 40 USDC');
    await waitFor(() => expect(bodiesOf(api, 'public/send-tokens')).toHaveLength(1));
    expect(bodiesOf(api, 'public/send-tokens')[0]).not.toHaveProperty('paymentRequest');
  });

  test('that someone else paid meanwhile is refused, and nothing entered is lost', async () => {
    const over: FakeResponse = {
      status: 409,
      body: {
        error: 'This request is already paid. Nothing was sent.',
        code: 'payment-request-over',
      },
    };
    respond({ [SEND]: () => over });
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await confirm(user, 'Confirm and send 40 USDC');
    const alert = await screen.findByText(/This request is already paid./);
    expect(alert.closest('[role="alert"]')?.textContent).not.toContain('We don’t know');
    expect(screen.getByRole('heading', { name: /^You send 40.000 USDC/ })).toBeDefined();
    expect(screen.getByText(/Pays Bob’s request/)).toBeDefined();
  });

  test('after a reload on the review starts at the amount, still with the request', async () => {
    respond();
    const user = open();
    await screen.findByText('Bob Okafor is asking you for');
    await review(user);
    await screen.findByRole('heading', { name: /^You send/ });
    cleanup();
    load();
    const form = within(await dialog('Send Assets'));
    expect(await form.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '40');
    expect(form.getByText(/Pays Bob’s request/)).toBeDefined();
    expect(screen.queryByRole('heading', { name: /^You send/ })).toBeNull();
  });
});
