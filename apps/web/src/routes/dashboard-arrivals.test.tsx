import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showArrivedCoins } from '../state/incoming.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import { signInBeforeEach, startDashboard } from './dashboard.test-setup.tsx';

signInBeforeEach();
afterEach(() => vi.useRealTimers());

const tinted = () =>
  [...document.querySelectorAll('[data-arrived]')].map((row) =>
    row.querySelector('.coin-row__name')?.getAttribute('title'),
  );

test('the row of a coin is tinted for 3 s when money arrived in the balance that is shown', async () => {
  startDashboard();
  await screen.findByRole('region', { name: 'Polygon' });
  vi.useFakeTimers();
  act(() => showArrivedCoins([{ mode: 'public', tokenId: 'polygon-usdc' }]));
  expect(tinted()).toEqual(['USD Coin']);
  act(() => vi.advanceTimersByTime(2_999));
  expect(tinted()).toEqual(['USD Coin']);
  act(() => vi.advanceTimersByTime(1));
  expect(tinted()).toEqual([]);
});

test('what arrived in the other balance tints nothing', async () => {
  startDashboard();
  await screen.findByRole('region', { name: 'Polygon' });
  act(() => showArrivedCoins([{ mode: 'private', tokenId: 'polygon-usdc' }]));
  expect(tinted()).toEqual([]);
  act(() => setWalletMode('private'));
  await waitFor(() => expect(tinted()).toEqual(['USD Coin']));
});
