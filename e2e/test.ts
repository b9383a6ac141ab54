import { test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

/** What a page did that no page of ours may do. */
type Misdeeds = string[];

/**
 * The test of the browser tests. Whatever a test looks at, it also fails when the page broke the
 * Content-Security-Policy, threw, or asked another host for anything.
 */
export const test = base.extend<{ watch: Misdeeds }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const misdeeds: Misdeeds = [];
      const origin = new URL(baseURL ?? '').origin;
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== origin) {
          misdeeds.push(`asked ${url.origin}`);
        }
      });
      context.on('page', (page) => watchPage(page, misdeeds));
      await use(misdeeds);
      base.expect(misdeeds).toEqual([]);
    },
    { auto: true },
  ],
});

function watchPage(page: Page, misdeeds: Misdeeds): void {
  page.on('pageerror', (error) => misdeeds.push(`threw ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(text)) misdeeds.push(text);
    else if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
      misdeeds.push(`logged ${text}`);
    }
  });
}
