import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { toggleDiscretion } from '../state/discretion.ts';
import {
  buildPrivateCoin,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

signInBeforeEach();

const card = () => within(screen.getByRole('region', { name: 'Account' }));
const tile = (name: RegExp) => card().getByRole('radio', { name });
const publicTile = () => tile(/^Public/);
const privateTile = () => tile(/^Private/);

describe('the total', () => {
  test('is of both balances, and stays the same when the mode changes', async () => {
    const { user } = startDashboard();
    expect(await card().findByTitle('$354.30')).toBeDefined();
    expect(card().getByText('· public and private')).toBeDefined();
    await user.click(privateTile());
    await screen.findByText('100.0000 USDC');
    expect(card().getByTitle('$354.30')).toBeDefined();
  });

  test('says that it is of the public balance only, while the private one is opening', async () => {
    startDashboard({
      'GET /api/wallet/private/coins': () => ({
        body: privateCoinsResponse([], { status: 'starting', asOf: null }),
      }),
    });
    expect(await card().findByText('Your private balance is opening.')).toBeDefined();
    expect(card().getByText('· public only')).toBeDefined();
    expect(card().getAllByTitle('$254.30')).toHaveLength(2);
    expect(privateTile().textContent).toContain('Opening…');
    expect(privateTile().textContent).not.toContain('$');
  });

  test('says which balance couldn’t be loaded, without a share and without a change', async () => {
    const error = 'Something went wrong on our side.';
    startDashboard({
      'GET /api/wallet/private/coins': () => ({ status: 500, body: { error, code: 'internal' } }),
    });
    expect(await card().findByText('Your private balance couldn’t be loaded.')).toBeDefined();
    expect(publicTile().textContent).not.toContain(' · ');
    expect(card().queryByText(/in 24 hours/)).toBeNull();
  });
});

describe('the tiles', () => {
  test('show amount, meaning and share of each balance', async () => {
    startDashboard();
    await card().findByTitle('$354.30');
    expect(publicTile().textContent).toContain('$254.30Anyone can see · 72%');
    expect(privateTile().textContent).toContain('$100.00Hidden on Polygon · 28%');
    expect(publicTile().textContent).toContain('USDC 98%, POL 2%');
  });

  test('choose which coins are listed, by mouse and by arrow keys, and keep the focus', async () => {
    const { user } = startDashboard();
    await screen.findByText('250.0000 USDC');
    await user.click(privateTile());
    expect(await screen.findByText('100.0000 USDC')).toBeDefined();
    expect(privateTile().getAttribute('aria-checked')).toBe('true');
    expect(document.activeElement).toBe(privateTile());
    await user.keyboard('{ArrowLeft}');
    expect(await screen.findByText('250.0000 USDC')).toBeDefined();
    expect(document.activeElement).toBe(publicTile());
    expect(publicTile().getAttribute('aria-checked')).toBe('true');
  });

  test('are short from a billion dollars, with all of it in the title', async () => {
    const units = '1234567890123000000';
    startDashboard({
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([buildCoin({ balanceBaseUnits: units })])] },
      }),
    });
    expect((await card().findByTitle('$1,234,567,890,123.00')).textContent).toBe('$1.23 T');
    const row = screen.getByRole('button', { name: 'Refresh USDC on Polygon' }).closest('li');
    expect(row?.textContent).toContain('1,234,567,890,123USDC≈ $1.23 T');
  });
});

describe('the actions', () => {
  test('are in words, and keep their terms in the tooltips', async () => {
    const { user } = startDashboard();
    await screen.findByText('250.0000 USDC');
    const names = () =>
      [...card().getAllByRole('button'), ...card().getAllByRole('link')]
        .map(({ textContent }) => textContent)
        .filter((text) => text !== '');
    expect(names()).toEqual(['Send', 'Receive', 'Make private', 'Swap', 'Buy']);
    await user.hover(card().getByRole('button', { name: 'Make private' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Shield');
    await user.click(privateTile());
    await waitFor(() =>
      expect(names()).toEqual([
        'Send privately',
        'Receive',
        'Make public',
        'Swap Public',
        'Buy Public',
      ]),
    );
    await user.hover(card().getByRole('button', { name: 'Send privately' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Internal Transfer');
  });

  test('Make private opens Shield with the first coin that can be shielded', async () => {
    const plain = buildNativeCoin({ isShieldable: false });
    const { user } = startDashboard({
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([plain, buildCoin()])] },
      }),
    });
    await screen.findByText('250.0000 USDC');
    await user.click(card().getByRole('button', { name: 'Make private' }));
    expect(await screen.findByRole('dialog', { name: 'Shield' })).toBeDefined();
  });
});

describe('hidden figures', () => {
  test('Click to show does what the toggle of the header does, and the browser remembers it', async () => {
    toggleDiscretion();
    const { user } = startDashboard();
    await screen.findByRole('button', { name: 'Refresh POL on Polygon' });
    expect(card().queryByTitle('$354.30')).toBeNull();
    await user.click(card().getByRole('button', { name: 'Click to show' }));
    expect(card().getByTitle('$354.30')).toBeDefined();
    expect(card().queryByRole('button', { name: 'Click to show' })).toBeNull();
    expect(JSON.parse(localStorage.getItem('kax-settings') ?? '').isDiscreet).toBe(false);
  });

  test('reveal neither how many coins there are, nor their shares, nor a long balance', async () => {
    toggleDiscretion();
    const long = buildPrivateCoin({ balanceBaseUnits: `${10n ** 30n}` });
    startDashboard({
      'GET /api/wallet/private/coins': () => ({ body: privateCoinsResponse([long]) }),
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([buildCoin({ balanceBaseUnits: `${10n ** 30n}` })])] },
      }),
    });
    await screen.findByRole('button', { name: 'Refresh USDC on Polygon' });
    expect(document.querySelectorAll('.allocation[data-hidden] i')).toHaveLength(8);
    expect(document.querySelector('.coin-row--long')).toBeNull();
    expect(document.body.innerHTML).not.toMatch(/1,000|999 T|50%/);
  });
});
