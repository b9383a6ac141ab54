import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { messagesTo, textOf } from './messages.ts';
import { openSend } from './send-modal.ts';
import { expect } from './test.ts';

/** What a payment by link says. */
export interface SentByLink {
  readonly amount: string;
  readonly to: string;
  readonly message?: string;
}

/** Opens Send, enters an email or phone that no one can be found by, and goes on to the review of a payment by link. */
export async function reviewLink(page: Page, { amount, to, message }: SentByLink) {
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill(amount);
  await send.next();
  await send.recipient.fill(to);
  await send.dialog.getByRole('button', { name: /^Send a link instead/ }).click();
  if (message !== undefined) {
    await send.dialog.getByRole('textbox', { name: 'Message' }).fill(message);
  }
  await send.next();
  await expect(send.dialog.getByRole('heading', { name: /^You send / })).toBeVisible();
  return send;
}

/** @returns the path of the link on screen, such as `/claim/7Q2M-K9XD-4TPA-82WJ` */
export async function claimPathOn(page: Page): Promise<string> {
  const text = await page.getByText(/\/claim\/[0-9A-Z-]{19}$/).textContent();
  return text?.slice(text.indexOf('/claim/')) ?? '';
}

/** A page of someone with a browser of their own. */
export async function openStranger(browser: Browser, path: string, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Waits for the message that has the link. @returns its text */
export async function linkMessageTo(
  request: APIRequestContext,
  baseURL: string,
  to: string,
): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      for (const message of await messagesTo(request, baseURL, to)) {
        text = await textOf(request, baseURL, message);
        if (text.includes('/claim/')) return true;
      }
      return false;
    })
    .toBe(true);
  return text;
}
