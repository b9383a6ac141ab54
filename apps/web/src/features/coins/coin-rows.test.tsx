import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCoin } from '#testing/coin';
import type { Coin } from '#wire/wallet/coin';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { type FakeViewport, stubViewport } from '../../ui/viewport.test-setup.ts';
import { CoinRows } from './coin-rows.tsx';

const MANY = Array.from({ length: 500 }, (_, index) =>
  buildCoin({ id: `polygon-${index}`, name: `Coin ${index}`, symbol: `C${index}` }),
);

let viewport: FakeViewport;
beforeEach(() => {
  viewport = stubViewport();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function listOf(coins: readonly Coin[], refreshingIds: readonly string[] = []) {
  return (
    <MemoryRouter>
      <CoinRows
        mode="public"
        coins={coins}
        chainImage="/polygon.svg"
        refreshingIds={new Set(refreshingIds)}
        onRefresh={doNothing}
        onAct={doNothing}
      />
    </MemoryRouter>
  );
}

// The same in every render, as on the dashboard.
async function doNothing() {}

const completeRows = () => screen.queryAllByRole('button', { name: /^Refresh / });

test('of 500 coins, only those near the viewport have their figures and buttons', () => {
  const { container } = render(listOf(MANY));
  viewport.show((chunk) => /Coin (4|5|6|7) /.test(chunk.textContent));
  expect(completeRows().map((button) => button.getAttribute('aria-label'))).toEqual(
    [4, 5, 6, 7].map((index) => `Refresh C${index} on Polygon`),
  );
  expect(container.querySelectorAll('*').length).toBeLessThan(1_200);
});

test('every coin is in the list with its place and the text that find-in-page needs', () => {
  render(listOf(MANY));
  viewport.show(() => false);
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(500);
  expect(rows[321]?.textContent).toBe('Coin 321 C321');
  expect(rows[321]?.getAttribute('aria-posinset')).toBe('322');
  expect(rows[321]?.getAttribute('aria-setsize')).toBe('500');
});

test('a row that has the focus keeps it when it scrolls away', () => {
  render(listOf(MANY));
  const [button] = completeRows();
  button?.focus();
  viewport.show(() => false);
  expect(document.activeElement).toBe(button);
  expect(completeRows()).toContain(button);
});

test('what changes one coin renders one row', () => {
  const rendered = new Set<string>();
  const coins = MANY.slice(0, 20).map((coin) => ({
    ...coin,
    get symbol() {
      rendered.add(coin.id);
      return coin.symbol;
    },
  }));
  const { rerender } = render(listOf(coins));
  viewport.show(() => true);
  expect(rendered.size).toBe(20);

  rendered.clear();
  rerender(listOf(coins, ['polygon-7']));
  expect([...rendered]).toEqual(['polygon-7']);

  rendered.clear();
  const fresh = buildCoin({ id: 'polygon-7', name: 'Coin 7', symbol: 'C7', balance: '1' });
  rerender(listOf(coins.map((coin) => (coin.id === fresh.id ? fresh : coin))));
  expect([...rendered]).toEqual([]);
});
