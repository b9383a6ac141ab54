import { expect, test } from '../test.ts';
import { carol, openAs, showFigures } from '../users.ts';

test('a chunk that does not load reloads the page once, then the page offers Retry (§8)', async ({
  page,
  watch,
}) => {
  const loaded = new Set<string>();
  let isGone = false;
  await page.route(/\/assets\/[^/]+\.js$/, (route) => {
    const url = route.request().url();
    if (!isGone) loaded.add(url);
    return loaded.has(url) ? route.continue() : route.abort();
  });
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await untilNoneLoads();
  isGone = true;
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) reloads += 1;
  });
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByText('Part of Kax didn’t load')).toBeVisible();
  await expect(page.getByText('Your money isn’t affected.')).toBeVisible();
  expect(reloads).toBe(1);
  isGone = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recent Activity' })).toBeVisible();
  await expect(page).toHaveURL('/activity/polygon-usdc');
  // The failure is logged as an error.
  expect(watch.splice(0).join()).toContain('ChunkLoadError: Loading chunk failed');

  /** The dashboard loads parts of itself when it is idle: those aren't the ones to be missing. */
  function untilNoneLoads(): Promise<void> {
    return expect
      .poll(async () => {
        const before = loaded.size;
        await page.waitForTimeout(2_000);
        return loaded.size - before;
      })
      .toBe(0);
  }
});

test('while Kax does not respond, the last balances are shown with their age and update automatically', async ({
  page,
}) => {
  await page.clock.install();
  await openAs(page, carol, '/dashboard');
  await showFigures(page);
  const polygon = page.getByRole('region', { name: 'Polygon' });
  const usdc = polygon.getByRole('listitem').filter({ hasText: 'USDC' });
  await expect(usdc).toContainText(/[0-9]\.[0-9]{4}/);
  const figures = await usdc.textContent();
  await page.route('**/api/wallet/**', (route) => route.abort());
  // The balance that isn't listed is read once a minute.
  await page.clock.runFor(70_000);
  await expect(page.getByText(/^Showing balances from [0-9]{2}:[0-9]{2}/)).toBeVisible();
  await expect(page.getByText('Can’t reach Kax. Trying again…')).toBeVisible();
  await expect(page.getByText(/^As of [0-9]{2}:[0-9]{2}/)).toBeVisible();
  expect(await usdc.textContent()).toBe(figures);
  await page.unroute('**/api/wallet/**');
  await page.clock.runFor(20_000);
  await expect(page.getByText(/^Showing balances from/)).toHaveCount(0);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
});
