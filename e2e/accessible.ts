import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './test.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The frame of the payment partner has another origin than the page around it. */
const axeForAllOrigins = `${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;

/** Fails when axe finds a violation on the current page. Waits for animations, because axe reads colours. */
export function expectAccessible(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, {});
}

/** Checks colours only: the only thing another theme can change on a page that was already checked in one. */
export function expectAccessibleColours(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function expectNoViolations(
  page: Page,
  where: string,
  options: axe.RunOptions,
): Promise<void> {
  // Before that, axe would look at a page whose part hasn't loaded.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const frame of page.frames()) {
    await frame.waitForLoadState();
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axeForAllOrigins);
  }
  const found = await page.evaluate(
    async (runOptions) => {
      const finished = document.getAnimations().map(({ finished }) => finished.catch(() => null));
      await Promise.all(finished);
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, runOptions);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { ...options, resultTypes: ['violations' as const] },
  );
  expect(found, where).toEqual([]);
}
