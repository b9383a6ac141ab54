import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { BenchContext, BenchLine } from './bench-line.ts';
import { signIn } from './user.ts';

const coinCount = 500;

export interface DashboardFigures {
  readonly lines: readonly BenchLine[];
  readonly requestsToOtherHosts: number;
}

/** Opens the dashboard with 500 coins on a slow computer and uses it. */
export async function measureDashboard(
  browser: Browser,
  context: BenchContext,
): Promise<DashboardFigures> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await visit.newPage();
  const origin = new URL(context.appUrl).origin;
  let requestsToOtherHosts = 0;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) requestsToOtherHosts += 1;
  });
  await page.addInitScript(watchVitals);
  await openWithManyCoins(page, context);
  await throttleCpu(visit, page);
  await page.reload();
  await firstCoin(page).waitFor();
  // The event stream stays open, so the network is never idle.
  await page.waitForTimeout(SETTLE_MS);
  await interact(page);
  const { shift, slowest } = await page.evaluate(
    () => (globalThis as unknown as { kaxBench: Vitals }).kaxBench,
  );
  await visit.close();
  return { lines: linesOf(shift, slowest), requestsToOtherHosts };
}

/** Time for what loads after the first paint: prices, operations, the first events. */
const SETTLE_MS = 1_500;

/** Slows the browser down to a quarter of its speed. */
export async function throttleCpu(visit: BrowserContext, page: Page): Promise<void> {
  const session = await visit.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

interface Vitals {
  /** Sum of all layout shifts not caused by input. */
  shift: number;
  /** Longest time from an input to the next paint, ms; 0 while all were under 16 ms. */
  slowest: number;
}

/** Runs inside the page, before the app. */
function watchVitals(): void {
  const seen: Vitals = { shift: 0, slowest: 0 };
  Object.assign(globalThis, { kaxBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.shift += shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId) {
        seen.slowest = Math.max(seen.slowest, entry.duration);
      }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

async function openWithManyCoins(page: Page, context: BenchContext): Promise<void> {
  const response = await manyCoins(context);
  await page.route('**/api/wallet/public/coins', (route) => route.fulfill({ json: response }));
  await page.goto(`${context.appUrl}/login`);
  await page.getByLabel('Email', { exact: true }).fill('carol@kax.test');
  await page.getByLabel('Password', { exact: true }).fill('Piggy!Bank7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await firstCoin(page).waitFor();
}

async function interact(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(500);
  for (const name of [/amounts$/, /theme$/, /amounts$/]) {
    await page.getByRole('button', { name }).click();
    await pause();
  }
  await page.getByRole('tab', { name: 'KAX' }).click();
  await pause();
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await pause();
  await page.keyboard.press('Escape');
  await pause();
}

function firstCoin(page: Page) {
  return page.getByText('Coin 0', { exact: true });
}

/** A real response of the balance page, with its first coin 500 times. */
async function manyCoins(context: BenchContext): Promise<unknown> {
  const user = await signIn(context.appUrl, 'carol@kax.test');
  const response = (await (await user.get('/wallet/public/coins')).json()) as {
    data: { coins: { id: string; name: string }[] }[];
  };
  const chain = response.data[0];
  const coin = chain?.coins[0];
  if (!chain || !coin) throw new Error('The balance page has no coin to copy.');
  const coins = Array.from({ length: coinCount }, (_, index) => ({
    ...coin,
    id: `${coin.id}-${index}`,
    name: `Coin ${index}`,
  }));
  return { data: [{ ...chain, coins }] };
}

function linesOf(shift: number, slowest: number): readonly BenchLine[] {
  return [
    {
      name: 'CLS of /dashboard with 500 coins',
      figure: shift,
      budget: 0,
      unit: '',
      comparedWith: 'load and use, 4× CPU throttle',
    },
    {
      name: 'INP of /dashboard with 500 coins',
      figure: slowest,
      budget: 100,
      unit: 'ms',
      comparedWith: 'discretion, theme, tab and menu; 4× CPU throttle',
    },
  ];
}
