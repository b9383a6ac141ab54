import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../browser/chromium.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { buildBareReactPage, type LoadedFiles } from './bundle.ts';
import { measureDashboard, throttleCpu } from './dashboard.ts';
import { loadForPayment } from './first-payment.ts';

const rounds = 5;

/** What a browser loaded, and the vitals of the two pages that users see first. */
export interface PageFigures {
  readonly loaded: LoadedFiles;
  readonly lines: readonly BenchLine[];
}

/** Visits the product with a browser, interleaved with a bare React page. */
export async function measurePages(context: BenchContext): Promise<PageFigures> {
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const bare = await serveBareReactPage();
  try {
    const loginUrl = `${context.appUrl}/login`;
    const requests = await firstVisit(browser, loginUrl);
    const payment = await loadForPayment(browser, context);
    const paint = await comparePaint(browser, loginUrl, bare.url);
    const dashboard = await measureDashboard(browser, context);
    const origin = new URL(context.appUrl).origin;
    const foreign = requests.filter((url) => new URL(url).origin !== origin).length;
    return {
      loaded: { login: assetsOf(requests), payment: assetsOf(payment) },
      lines: [
        ...requestLines(requests.length, foreign + dashboard.requestsToOtherHosts),
        paint,
        ...dashboard.lines,
      ],
    };
  } finally {
    await browser.close();
    await bare.close();
  }
}

function assetsOf(urls: readonly string[]): readonly string[] {
  return urls
    .filter((url) => /\/assets\/[^?]+\.(js|css)$/.test(url))
    .map((url) => url.slice(url.lastIndexOf('/') + 1));
}

function requestLines(count: number, foreign: number): readonly BenchLine[] {
  return [
    {
      name: 'requests of a first visit to /login until idle',
      figure: count,
      budget: 10,
      unit: '',
      comparedWith: 'the page, fonts and pictures counted',
    },
    {
      name: 'requests to other hosts',
      figure: foreign,
      budget: 0,
      unit: '',
      comparedWith: '/login and /dashboard',
    },
  ];
}

async function firstVisit(browser: Browser, url: string): Promise<string[]> {
  const visit = await browser.newContext();
  const page = await visit.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url, { waitUntil: 'networkidle' });
  await visit.close();
  return requests;
}

async function comparePaint(browser: Browser, url: string, bareUrl: string): Promise<BenchLine> {
  const ofLogin: number[] = [];
  const ofBare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofLogin.push(await largestContentfulPaint(browser, url));
    ofBare.push(await largestContentfulPaint(browser, bareUrl));
  }
  return {
    name: 'LCP of /login ÷ LCP of a bare React page',
    figure: median(ofLogin) / median(ofBare),
    budget: 1.5,
    unit: '×',
    comparedWith: `${Math.round(median(ofLogin))} ms against ${Math.round(median(ofBare))} ms, 4× CPU throttle`,
  };
}

async function largestContentfulPaint(browser: Browser, url: string): Promise<number> {
  const visit = await browser.newContext();
  const page = await visit.newPage();
  await throttleCpu(visit, page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await visit.close();
  return paint;
}

async function serveBareReactPage(): Promise<{ url: string; close(): Promise<void> }> {
  const bare = await buildBareReactPage();
  const server = createServer((request, response) => {
    const file = bare.fileByPath.get(request.url ?? '/');
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
