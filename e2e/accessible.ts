import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Fails when axe finds a violation on the current page. Animations must have finished, because axe reads colors. */
export function expectAccessible(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, new AxeBuilder({ page }));
}

/** Checks only colors: nothing else can differ on a page that was already checked in the other theme. */
export function expectAccessibleColours(page: Page, where: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']);
  return expectNoViolations(page, where, axe);
}

async function expectNoViolations(page: Page, where: string, axe: AxeBuilder): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect(found, where).toEqual([]);
}
