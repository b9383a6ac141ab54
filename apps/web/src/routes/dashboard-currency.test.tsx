import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Currency } from '#domain/price/currency';
import type { RatedCurrency } from '#domain/price/currency-rate';
import { buildChain, buildCoin, buildPrice } from '#testing/coin';
import { keepRates } from '../state/money.ts';
import { changeSettings } from '../state/settings.ts';
import { BOB, pressConfirm, signInBeforeEach, startDashboard } from './dashboard.test-setup.tsx';

signInBeforeEach();
afterEach(() => {
  act(() => {
    changeSettings({ currency: 'USD' });
    keepRates([], Date.now());
  });
});

const PER_USD = { EUR: 0.92, JPY: 155.1, NGN: 1_600 } as const;

/** Shows values in this currency, at its rate unless it has none. */
function choose(currency: Currency, hasRate = true) {
  const asOf = new Date().toISOString();
  const rates = Object.entries(PER_USD).map(([code, perUsd]) => ({
    currency: code as RatedCurrency,
    perUsd,
    asOf,
  }));
  act(() => {
    changeSettings({ currency });
    keepRates(hasRate ? rates : [], Date.now());
  });
}

const card = () => within(screen.getByRole('region', { name: 'Account' }));
const coins = () => within(screen.getByRole('region', { name: 'Coins' }));
const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });

async function openSend(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'More actions for USDC on Polygon' }));
  await user.click(screen.getByRole('menuitem', { name: 'Send' }));
  await screen.findByRole('textbox', { name: 'Amount' });
}

test('every value of the dashboard is in the chosen currency, and none in dollars', async () => {
  choose('EUR');
  startDashboard();
  expect(await card().findByTitle('€325.95')).toBeDefined();
  expect(card().getByRole('tab', { name: 'EUR' })).toBeDefined();
  expect(card().getByTitle('€233.95')).toBeDefined();
  expect(coins().getByText('≈ €230.0000')).toBeDefined();
  expect(coins().getAllByText('€0.92')).toHaveLength(2);
  expect(coins().getByText('€233.95')).toBeDefined();
  expect(document.body.textContent).not.toContain('$');
});

test('yen have no decimals where dollars have cents, and two where dollars have four', async () => {
  choose('JPY');
  startDashboard();
  expect(await card().findByTitle('¥54,951')).toBeDefined();
  expect(coins().getByText('≈ ¥38,775.00')).toBeDefined();
});

test('a fortune in naira is short in its tile and whole in its title', async () => {
  choose('NGN');
  const rich = buildCoin({
    balanceBaseUnits: '123456789012345678',
    price: buildPrice({ price: 1, change: 1 }),
  });
  startDashboard({
    'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([rich])] } }),
  });
  expect(await card().findByTitle('₦197,530,862,419,753.08')).toBeDefined();
  expect(coins().getByText('₦197.53 T')).toBeDefined();
});

test('without a rate, values are in US dollars, which is said once', async () => {
  choose('EUR', false);
  startDashboard();
  expect(await card().findByTitle('$354.30')).toBeDefined();
  expect(card().getByRole('tab', { name: 'USD' })).toBeDefined();
  const sentence = 'No euro rate right now. Showing US dollars.';
  expect(screen.getAllByText(sentence)).toHaveLength(1);
});

test('an amount typed in euros is paid to the last unit as reviewed', async () => {
  choose('EUR');
  const { api, user } = startDashboard();
  await openSend(user);
  await user.click(screen.getByRole('button', { name: 'Type in euros' }));
  await user.type(amountField(), '€23');
  expect(amountField().value).toBe('23');
  expect(screen.getByText('25.0000 USDC')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(screen.getByLabelText('Recipient address'), BOB);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('checkbox'));
  expect(screen.getByText('€23.00')).toBeDefined();
  await pressConfirm(user, 'Confirm and send 25 USDC');
  await waitFor(() => {
    const paid = api.seen.find(({ path }) => path.endsWith('/send-tokens'));
    expect(paid?.body).toMatchObject({ amount: '25000000' });
  });
});

test('an amount in yen has no decimal places', async () => {
  choose('JPY');
  const { user } = startDashboard();
  await openSend(user);
  await user.click(screen.getByRole('button', { name: 'Type in yen' }));
  await user.type(amountField(), '155.1');
  expect(screen.getByRole('alert').textContent).toBe('Yen have no decimal places');
});
