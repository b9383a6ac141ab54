import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { BenchContext, BenchLine } from './bench-line.ts';
import { dashboardInteractions } from './dashboard-interactions.ts';
import { measureInteractions, readShift, watchVitals } from './interactions.ts';
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
  const partsOnClick = await countPartsOfSend(page);
  const times = await measureInteractions(page, dashboardInteractions);
  const shift = await readShift(page);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await visit.close();
  const plain = await timeOfPlainPage(browser);
  return {
    lines: [...linesOf({ times, shift, nodes, partsOnClick }), ratioLine(times, plain)],
    requestsToOtherHosts,
  };
}

/** Time for what loads after the first paint: prices, operations, the first events. */
const SETTLE_MS = 1_500;

/** Slows the browser down to a quarter of its speed. */
export async function throttleCpu(visit: BrowserContext, page: Page): Promise<void> {
  const session = await visit.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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

/** @returns how many scripts and styles the first press of Send loads, on a dashboard that had time to be idle */
async function countPartsOfSend(page: Page): Promise<number> {
  let parts = 0;
  page.on('request', (request) => {
    if (/\/assets\/[^?]+\.(js|css)$/.test(request.url())) parts += 1;
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await dialog.waitFor();
  const counted = parts;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return counted;
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

/** A page with one button that changes one word: what an interaction takes at least on this machine now. */
async function timeOfPlainPage(browser: Browser): Promise<number> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await visit.newPage();
  await page.addInitScript(watchVitals);
  await page.goto('data:text/html,<button onclick="this.textContent=Math.random()">Press</button>');
  await throttleCpu(visit, page);
  const press = { name: 'press', run: () => page.getByRole('button').click() };
  const times = await measureInteractions(page, [press]);
  await visit.close();
  // The browser reports nothing shorter.
  return Math.max(times.get(press.name) ?? 0, 16);
}

interface DashboardMeasurement {
  readonly times: ReadonlyMap<string, number>;
  readonly shift: number;
  readonly nodes: number;
  readonly partsOnClick: number;
}

function linesOf({
  times,
  shift,
  nodes,
  partsOnClick,
}: DashboardMeasurement): readonly BenchLine[] {
  return [
    {
      name: `CLS of /dashboard with ${coinCount} coins`,
      figure: shift,
      budget: 0,
      unit: '',
      comparedWith: 'load and use, 4× CPU throttle',
    },
    {
      name: `elements of /dashboard with ${coinCount} coins`,
      figure: nodes,
      budget: 2_000,
      unit: '',
      comparedWith: 'a coin is one element unless it is near the viewport',
    },
    {
      name: `INP of /dashboard with ${coinCount} coins`,
      figure: slowestOf(times).time,
      budget: 100,
      unit: 'ms',
      comparedWith: [...times].map(([name, time]) => `${name} ${time}`).join(', '),
    },
    {
      name: 'files that the first press of Send loads',
      figure: partsOnClick,
      budget: 0,
      unit: '',
      comparedWith: 'after the dashboard was idle',
    },
  ];
}

/** Says, on a busy machine, whether the page or the machine is slow. */
function ratioLine(times: ReadonlyMap<string, number>, plain: number): BenchLine {
  const { name, time } = slowestOf(times);
  return {
    name: 'the same ÷ one word changed on a plain page',
    figure: time / plain,
    budget: 4,
    unit: '×',
    comparedWith: `${name} ${time} ms against ${plain} ms, 4× CPU throttle`,
  };
}

function slowestOf(times: ReadonlyMap<string, number>): { name: string; time: number } {
  const [slowest] = [...times].sort(([, one], [, other]) => other - one);
  return { name: slowest?.[0] ?? 'none', time: slowest?.[1] ?? Number.NaN };
}
