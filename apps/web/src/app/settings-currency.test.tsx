import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import type { FakeResponse } from '#testing/fake-api';
import SettingsCurrency from '../routes/settings-currency.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { keepRates } from '../state/money.ts';
import { changeSettings, readSettings } from '../state/settings.ts';
import { signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';

signInBeforeEachPage();
beforeEach(() => {
  readSettings();
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  act(() => {
    changeSettings({ currency: 'USD' });
    keepRates([], Date.now());
  });
});

function start(rates: FakeResponse = { body: { rates: [rate('EUR', 0.92), rate('JPY', 155.1)] } }) {
  return startPage(<SettingsCurrency />, '/dashboard/settings/currency', {
    'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([buildCoin()])] } }),
    'GET /api/wallet/private/coins': () => ({
      body: { data: [], privateState: { status: 'ready', asOf: '2026-01-02T03:04:05.000Z' } },
    }),
    'GET /api/currency-rates': () => rates,
  });
}

const rate = (currency: string, perUsd: number, asOf = new Date().toISOString()) => ({
  currency,
  perUsd,
  asOf,
});
const row = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const totalOf = (name: string) => row(name).closest('label')?.lastElementChild?.textContent;

test('each currency shows the own total in it, and choosing one is kept', async () => {
  const { user } = start();
  await waitFor(() => expect(totalOf('Euro')).toBe('€230.00'));
  expect([totalOf('US dollar'), totalOf('Japanese yen')]).toEqual(['$250.00', '¥38,775']);
  expect(row('US dollar').checked).toBe(true);
  await user.click(row('Euro'));
  expect(row('Euro').checked).toBe(true);
  readSettings();
  expect(JSON.parse(localStorage.getItem('kax-settings') ?? '{}').currency).toBe('EUR');
});

test('a currency without a rate can’t be chosen, and says why', async () => {
  start();
  await waitFor(() => expect(totalOf('Euro')).toBe('€230.00'));
  expect(totalOf('Nigerian naira')).toBe('No rate right now');
  expect([row('Nigerian naira').disabled, row('Euro').disabled]).toEqual([true, false]);
});

test('a rate older than a day isn’t used', async () => {
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  start({ body: { rates: [rate('EUR', 0.92, dayAgo)] } });
  await waitFor(() => expect(totalOf('Euro')).toBe('No rate right now'));
});

test('when rates can’t be loaded, only US dollars can be chosen', async () => {
  const error = { error: 'Too many requests.', code: 'rate-limited' };
  start({ status: 429, body: error });
  expect(await screen.findByText('Couldn’t load exchange rates.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  const open = screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ name, disabled }) => name === 'currency' && !disabled);
  expect(open).toEqual([row('US dollar')]);
});

test('totals are hidden with the other amounts', async () => {
  toggleDiscretion();
  start();
  await waitFor(() => expect(totalOf('Euro')).toContain('hidden'));
  expect(document.body.textContent).not.toContain('230');
});
