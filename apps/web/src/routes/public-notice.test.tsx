import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { setWalletMode } from '../state/wallet-mode.ts';
import { chains } from './dashboard.test-setup.tsx';
import DepositCurrency from './deposit-currency.tsx';
import OffRamping from './off-ramping.tsx';
import OnRamping from './on-ramping.tsx';

signInBeforeEachPage();

beforeAll(() => {
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: object };
  Object.assign(settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
});

const pages: readonly [string, ReactNode, string][] = [
  ['/on-ramping', <OnRamping key="buy" />, 'Buying is public, even in private mode.'],
  ['/off-ramping', <OffRamping key="sell" />, 'Selling is public, even in private mode.'],
  [
    '/dashboard/deposit-currency',
    <DepositCurrency key="deposit" />,
    'Deposits are public, even in private mode.',
  ],
];

const start = (page: ReactNode, path: string) =>
  startPage(page, path, {
    'POST /api/ramp/session': () => ({ body: { data: { widgetUrl: 'https://ramp.example/' } } }),
    'GET /api/ramp/orders?side=BUY': () => ({ body: { data: [] } }),
    'GET /api/ramp/orders?side=SELL': () => ({ body: { data: [] } }),
    'GET /api/wallet/public/coins': () => ({ body: { data: chains } }),
  });

test.each(pages)('%s says in both modes that it is public', async (path, page, sentence) => {
  start(page, path);
  const chip = await screen.findByText('Public');
  expect(chip.closest('.mode-chip')?.textContent).toBe('Public — anyone can see');
  expect(screen.queryByText(sentence)).toBeNull();
  act(() => setWalletMode('private'));
  expect(screen.getByText(sentence).closest('[data-mode="public"]')).not.toBeNull();
  expect(chip.isConnected).toBe(true);
});

test.each(pages)('%s switches to the public mode on request', async (path, page, sentence) => {
  act(() => setWalletMode('private'));
  const { user } = start(page, path);
  await user.click(await screen.findByRole('button', { name: 'Switch to public' }));
  expect(screen.queryByText(sentence)).toBeNull();
  await expect.poll(() => document.documentElement.dataset.mode).toBe('public');
});
