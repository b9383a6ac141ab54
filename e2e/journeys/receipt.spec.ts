import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openCheckPage } from '../check-page.ts';
import { readPdf } from '../pdf.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs } from '../users.ts';

test.describe.configure({ mode: 'serial' });
/** Long enough for proofs, their submission and a new scan. */
const MOVED = { timeout: 240_000 };
const POL = 'polygon-pol';
const [greta, hugo] = [newcomer('Greta Holm'), newcomer('Hugo Brandt')] as const;
const ALL_CLAIMS = [
  'transaction',
  'time',
  'amount',
  'token',
  'recipient',
  'sender',
  'signature',
] as const;

async function balanceOf(client: Client): Promise<bigint> {
  return BigInt((await client.coin(POL)).balanceBaseUnits);
}

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (const user of [greta, hugo]) {
    await createUser(request, baseURL ?? '', user);
    const client = await signInClient(request, user, NEW_PASSWORD);
    await expect.poll(() => balanceOf(client)).toBeGreaterThan(0n);
  }
  await request.dispose();
});

async function confirmed(client: Client, path: string, body: unknown): Promise<string> {
  const response = await client.post(path, body, randomUUID());
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const { id } = response.body.operation ?? response.body.data.operation;
  await expect.poll(async () => (await client.operation(id)).status, MOVED).toBe('confirmed');
  return id;
}

const nodeOf = (baseURL: string | undefined) => {
  const url = new URL(baseURL ?? '');
  url.port = String(Number(url.port) + 1);
  return url.origin;
};

const paper = (page: Page) => page.getByRole('article', { name: 'Receipt' });

/** Saves the proof as a user does. */
async function saveProof(page: Page): Promise<{ name: string; content: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save proof' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
}

/** The same receipt with one digit of its amount changed. */
function withAnotherAmount(content: string): string {
  const changed = content.replace(/("amount": ")(\d)/, (_, start: string, digit: string) => {
    return `${start}${digit === '9' ? '8' : Number(digit) + 1}`;
  });
  expect(changed).not.toBe(content);
  return changed;
}

/** What a node responds to each request. */
function respond(request: APIRequestContext, node: string, requests: string): Promise<unknown[]> {
  return Promise.all(
    (JSON.parse(requests) as unknown[]).map(async (data) =>
      (await request.post(node, { data })).json(),
    ),
  );
}

test('a public payment has a receipt of one page, which anyone can check without Kax', async ({
  page,
  request,
  browser,
  baseURL,
}, info) => {
  const from = await signInClient(request, greta, NEW_PASSWORD);
  const to = await signInClient(request, hugo, NEW_PASSWORD);
  const id = await confirmed(from, '/wallet/public/send-tokens', {
    tokenId: POL,
    amount: '250000000000000000',
    recipientAddress: to.publicAddress,
  });
  await openAs(page, greta, `/activity/wallet/operation-${id}/receipt`, NEW_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Show amounts' }).click();
  await expect(paper(page)).toContainText('0.25 POL');
  await expect(paper(page)).toContainText(from.publicAddress);
  await expect(paper(page)).toContainText(to.publicAddress);
  await expect(paper(page)).toContainText('Greta Holm');
  await expectAccessible(page, 'the receipt');

  await page.getByText('Show their name').click();
  await page.getByRole('textbox', { name: 'Their name' }).fill('أحمد الفاسي');
  await expect(paper(page)).toContainText('أحمد الفاسي');
  await expect(page.getByRole('button', { name: 'Save proof' })).toBeEnabled();
  let code = '';
  for (const format of ['A4', 'Letter'] as const) {
    const printed = readPdf(await page.pdf({ format, printBackground: true }));
    expect(printed.count).toBe(1);
    expect(printed.title).toMatch(/^Kax receipt \d{4}-\d\d-\d\d 0\.25 POL$/);
    for (const part of ['0.25POL', 'GretaHolm', from.publicAddress, to.publicAddress]) {
      expect(printed.text).toContain(part);
    }
    for (const letter of 'أحمدلفاسي') expect(printed.text.normalize('NFKC')).toContain(letter);
    [, code = ''] = /Proofcode(.+?)Anyonecancheck/.exec(printed.text) ?? [];
    // Nothing of the app around the paper.
    expect(printed.text).not.toMatch(/PiggyBank|Saveproof|Onthisreceipt/);
  }
  await expect(page).toHaveTitle('Receipt · Kax');

  const { name, content } = await saveProof(page);
  expect(name).toMatch(/^Kax receipt \d{4}-\d\d-\d\d 0\.25 POL\.kax-receipt\.json$/);

  const check = await openCheckPage({ request, browser }, info);
  await check.take(content);
  await expect(check.locator('#says')).toContainText('0.25 POL');
  await check.checkWith(nodeOf(baseURL));
  await expect(check.title).toHaveText('This receipt matches the record');
  expect(await check.claims('proven')).toEqual(ALL_CLAIMS);
  // Only whoever checks can know whether a network that no one else knows is the right one.
  await expect(check.locator('#compare')).toContainText('which the receipt calls “Polygon”');

  await check.take(withAnotherAmount(content));
  await expect(check.result).toBeHidden();
  await check.checkWith(nodeOf(baseURL));
  await expect(check.title).toHaveText('This receipt isn’t genuine');
  expect(await check.claims('wrong')).toEqual(['amount', 'signature']);

  // The code as it is in the PDF, with line ends in it, and no network at all.
  await check.take((code.match(/.{1,80}/g) ?? []).join('\r\n'));
  const responses = await respond(request, nodeOf(baseURL), await check.requests());
  await check.setOffline(true);
  await check.checkResponses(JSON.stringify(responses));
  await expect(check.title).toHaveText('This receipt matches the record');
  await check.close();
});

test('a private payment has a receipt on both sides, made only after saying what it reveals', async ({
  page,
  request,
  browser,
  baseURL,
}, info) => {
  const from = await signInClient(request, greta, NEW_PASSWORD);
  const to = await signInClient(request, hugo, NEW_PASSWORD);
  const half = (await balanceOf(from)) / 2n;
  await confirmed(from, '/wallet/shield', { tokenId: POL, amount: half.toString() });
  const amount = half / 4n;
  let id = '';
  await expect(async () => {
    const response = await from.post(
      '/wallet/private/internal-transfer',
      {
        tokenId: POL,
        amount: amount.toString(),
        recipientAddress: to.privateAddress,
        senderAddress: from.privateAddress,
        message: 'Train tickets',
        showsSender: true,
      },
      randomUUID(),
    );
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    id = (response.body.operation ?? response.body.data.operation).id;
  }).toPass(MOVED);
  await expect.poll(async () => (await from.operation(id)).status, MOVED).toBe('confirmed');
  const hash = (await from.operation(id)).transactionHash ?? '';

  for (const side of [
    { user: greta, entry: `operation-${id}`, issuer: 'sender' },
    { user: hugo, entry: `transaction-31337-${hash}`, issuer: 'recipient' },
  ]) {
    await openAs(page, side.user, `/activity/wallet/${side.entry}/receipt`, NEW_PASSWORD);
    // The browser remembers that amounts are shown.
    if (side.issuer === 'sender') {
      await page.getByRole('main').getByRole('button', { name: 'Show amounts' }).click(MOVED);
    }
    await expect(
      page.getByText(
        'Whoever gets this receipt will always know both private addresses, the amount, the time and the message.',
      ),
    ).toBeVisible();
    await expectAccessible(page, 'what a private receipt reveals');
    await page.getByRole('button', { name: 'Make receipt' }).click();
    await expect(paper(page)).toContainText('“Train tickets”');
    await expect(paper(page)).toContainText(from.privateAddress);
    await expect(paper(page)).toContainText(to.privateAddress);
    await expect(paper(page)).toContainText('It shows nothing else of either wallet.');
    expect(readPdf(await page.pdf({ format: 'Letter' })).count).toBe(1);

    const { content } = await saveProof(page);
    expect(content).toContain(`"issuer": "${side.issuer}"`);
    const check = await openCheckPage({ request, browser }, info);
    await check.take(content);
    await check.checkWith(nodeOf(baseURL));
    await expect(check.title).toHaveText('This receipt matches the record');
    // A recipient can't prove who paid them.
    const stated = side.issuer === 'sender' ? [] : ['sender'];
    expect(await check.claims('stated')).toEqual(stated);
    expect(await check.claims('proven')).toEqual(
      ALL_CLAIMS.filter((claim) => !stated.includes(claim)),
    );
    await expect(check.locator('#compare')).toContainText('The private pool’s contract 0x');
    await check.take(withAnotherAmount(content));
    await check.checkWith(nodeOf(baseURL));
    await expect(check.title).toHaveText('This receipt isn’t genuine');
    expect(await check.claims('wrong')).toContain('amount');
    await check.close();
  }
});
