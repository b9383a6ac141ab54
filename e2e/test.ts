import { type BrowserContext, test as base, type Page, type Request } from '@playwright/test';
import { readShape, type Shape, shapeOf } from '../scripts/browser/shape.ts';

export { expect } from '@playwright/test';

/** What a page did that none of our pages is allowed to do. */
type Violations = string[];

/** What a browser test can be told by `playwright.config.ts`. */
export interface ShapeOption {
  /** What all tests see the product as, such as `390-light`; each has a shape of its own where it is undefined. */
  readonly shapeName: string | undefined;
}

/** A browser that has chosen the theme of a shape, at its origin. Without an entry, it has the dark one. */
function browserOf({ theme }: Shape, origin: string) {
  const entries = theme === 'light' ? [{ name: 'railway-theme', value: theme }] : [];
  return { cookies: [], origins: [{ origin, localStorage: entries }] };
}

/**
 * The `test` of all browser tests. Whatever a test checks, it also fails when the page violated the
 * Content-Security-Policy, threw, or contacted another host. The payment partner's page and the signer, each in its
 * frame or in a tab of its own, may contact their own host.
 */
export const test = base.extend<ShapeOption & { watch: Violations; shape: Shape }>({
  shapeName: [undefined, { option: true }],
  shape: ({ shapeName }, use, { titlePath }) =>
    use(shapeName === undefined ? shapeOf(titlePath.join('\n')) : readShape(shapeName)),
  viewport: ({ shape }, use) => use(shape.viewport),
  storageState: ({ shape, baseURL }, use) => use(browserOf(shape, baseURL ?? '')),
  watch: [
    async ({ context, baseURL, shape }, use, info) => {
      const misdeeds: Violations = [];
      const calls: string[] = [];
      const { origin, port } = new URL(baseURL ?? '');
      const partner = origin.replace(port, String(Number(port) + 4));
      const signer = `http://sign.localhost:${Number(port) + 9}`;
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (!url.protocol.startsWith('http') || url.origin === origin) return;
        if (![partner, signer].includes(url.origin) || !isFromElsewhere(request, origin)) {
          misdeeds.push(`contacted ${url.origin}`);
        }
      });
      context.on('requestfinished', async (request) => {
        const { pathname } = new URL(request.url());
        if (!pathname.startsWith('/api/')) return;
        const response = await request.response().catch(() => null);
        const ms = Math.round(request.timing().responseEnd);
        calls.push(`${request.method()} ${pathname} ${response?.status()} ${ms} ms`);
      });
      context.on('requestfailed', (request) => {
        calls.push(`${request.method()} ${new URL(request.url()).pathname} failed`);
      });
      context.on('page', (page) => watchPage(page, misdeeds));
      await use(misdeeds);
      // A page may ask again after the last step of a test, whose answers are then no longer needed.
      for (const place of [context, ...context.pages()]) {
        await place.unrouteAll({ behavior: 'ignoreErrors' });
      }
      if (info.status !== info.expectedStatus) await reportWhatWasSeen(context, calls, shape);
      base.expect(misdeeds).toEqual([]);
    },
    { auto: true },
  ],
});

/** True for page loads in any frame, and for requests of a frame that does not show one of our pages. */
function isFromElsewhere(request: Request, origin: string): boolean {
  // Before a new tab has its first page, it has no frame to check.
  return request.isNavigationRequest() || !request.frame().url().startsWith(origin);
}

/** Attaches a log, which is all that remains of a failure on another machine. */
async function reportWhatWasSeen(
  context: BrowserContext,
  calls: readonly string[],
  { viewport, theme }: Shape,
): Promise<void> {
  console.log(`\nUnless it chose itself: ${viewport.width} px, ${theme}`);
  for (const page of context.pages()) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
    console.log(`\n${page.url()}\n${seen}`);
  }
  console.log(calls.slice(-30).join('\n'));
}

function watchPage(page: Page, misdeeds: Violations): void {
  page.on('pageerror', (error) => misdeeds.push(`threw ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(text)) misdeeds.push(text);
    else if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
      misdeeds.push(`logged ${text}`);
    }
  });
}
