import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Browser, Locator, TestInfo } from '@playwright/test';
import { expect } from './test.ts';

/** The page that checks receipts, opened from a disk, in a browser that isn't Kax's. */
export interface CheckPage {
  readonly result: Locator;
  readonly title: Locator;
  /** Gives it a receipt as a file. */
  take(content: string): Promise<void>;
  /** Has it contact a node. */
  checkWith(node: string): Promise<void>;
  /** Has it check what a node responded elsewhere. */
  checkResponses(content: string): Promise<void>;
  /** What the page wants to request from a node. */
  requests(): Promise<string>;
  /** @returns the claims with a result, such as `wrong` */
  claims(result: string): Promise<readonly string[]>;
  setOffline(isOffline: boolean): Promise<void>;
  readonly locator: (selector: string) => Locator;
  close(): Promise<void>;
}

/** Downloads the page from the product, as a user would, and opens the file. */
export async function openCheckPage(
  { request, browser }: { request: APIRequestContext; browser: Browser },
  info: TestInfo,
): Promise<CheckPage> {
  const response = await request.get('/receipt-check.html');
  expect(response.headers()['content-disposition']).toMatch(/^attachment;/);
  const file = info.outputPath('receipt-check.html');
  await writeFile(file, await response.body());
  const context = await browser.newContext();
  const page = await context.newPage();
  const misdeeds: string[] = [];
  page.on('pageerror', (error) => misdeeds.push(error.message));
  page.on('console', (message) => misdeeds.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  const result = page.locator('#result');
  return {
    result,
    title: result.getByRole('heading', { level: 2 }),
    take: (content) =>
      page.locator('#receipt-file').setInputFiles({
        name: 'receipt.kax-receipt.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      }),
    async checkWith(node) {
      await page.getByLabel('Node address').fill(node);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await expect(result).toBeVisible();
    },
    async checkResponses(content) {
      const field = page.getByLabel('Responses');
      if (!(await field.isVisible()))
        await page.getByText('Check without contacting a node').click();
      await field.fill(content);
      await page.getByRole('button', { name: 'Check responses' }).click();
      await expect(result).toBeVisible();
    },
    requests: () => page.locator('#requests').inputValue(),
    claims: (kind) =>
      page
        .locator(`#claims [data-result="${kind}"]`)
        .evaluateAll((items) =>
          items.map((item) => (item instanceof HTMLElement ? (item.dataset.claim ?? '') : '')),
        ),
    setOffline: (isOffline) => context.setOffline(isOffline),
    locator: (selector) => page.locator(selector),
    async close() {
      expect(misdeeds).toEqual([]);
      await context.close();
    },
  };
}
