import { expect } from '@playwright/test';
import { toChecksumAddress } from '#pool/account-key';
import { isEnrolmentProven } from '#signing/enrolment';
import type { SignerOutcome } from '#signing/messages/protocol';
import { signerOf } from '#signing/public/eip1559';
import { type PublicPlan, transactionsOf } from '#signing/public/plan';
import { writePublicPlan } from '#signing/public/read-plan';
import { openFrame, type SignerHost, test } from './app-host.ts';

// Nothing is emulated: the frame has the theme that the app gives it.
test.use({ colorScheme: null });

const userId = '0198c0de-0000-4000-8000-000000000001';
const challenge = 'ab'.repeat(32);
const recipient = `0x3c8de51f7b0942a6ce94d3708fba12c5d7e4b06a` as const;
const POL = 10n ** 18n;

type Created = Extract<SignerOutcome, { outcome: 'created' }>;

/** Makes a wallet as its user does: a passkey, 12 words, and three of them typed in. */
async function createWallet({ frame, request }: SignerHost): Promise<Created> {
  const outcome = request({ kind: 'create', userId, challenge });
  await frame.getByRole('button', { name: 'Create passkey' }).click();
  await frame.getByRole('button', { name: 'Show my 12 words' }).click();
  await expect(frame.getByRole('button', { name: 'Hide now' })).toBeVisible();
  const words = await frame.locator('.words b').allTextContents();
  expect(words).toHaveLength(12);
  await frame.getByRole('button', { name: 'I’ve written them down' }).click();
  for (const field of await frame.getByLabel(/^Word \d+$/).all()) {
    const place = Number((await field.getAttribute('id'))?.slice('word-'.length));
    await field.fill(words[place - 1] ?? '');
  }
  await frame.getByRole('button', { name: 'Finish' }).click();
  await frame.getByRole('button', { name: 'Continue' }).click();
  const created = await outcome;
  if (created.outcome !== 'created') throw new Error(`The wallet was ${created.outcome}.`);
  return created;
}

function approvalOf({ owner, wraps }: Created, changes: Partial<PublicPlan> = {}) {
  const plan: PublicPlan = {
    account: toChecksumAddress(`0x${owner.address.slice(2)}`),
    chainId: 137,
    fees: { maxFeePerGas: 60n * 10n ** 9n, maxPriorityFeePerGas: 30n * 10n ** 9n, feeCap: POL },
    rungs: 3,
    approval: null,
    call: { nonce: 7, to: toChecksumAddress(recipient), value: 2n * POL, data: '0x', gas: 21_000n },
    ...changes,
  };
  const confirmation = { kind: 'send', chainId: 137, token: null, recipient };
  const message = {
    kind: 'approve',
    owner,
    wraps,
    orderId: crypto.randomUUID(),
    planId: crypto.randomUUID(),
    expiresAt: Date.now() + 120_000,
    confirmation: { ...confirmation, amount: `${2n * POL}`, feeCeiling: `${POL / 100n}` },
    plan: writePublicPlan(plan),
  };
  return { plan, message };
}

test('creates keys, saves their words and signs exactly the payment that was confirmed', async ({
  host,
}) => {
  const created = await createWallet(host);
  const { owner, wraps, proofs } = created;
  expect(created.areWordsChecked).toBe(true);
  expect(wraps).toHaveLength(1);
  expect(isEnrolmentProven(proofs, { challenge, ...owner }, 137)).toBe(true);

  const { plan, message } = approvalOf(created);
  const outcome = host.request(message);
  await expect(host.frame.getByRole('heading', { name: 'What you’re signing' })).toBeFocused();
  await expect(host.frame.getByText('2.000 POL', { exact: true })).toBeVisible();
  await host.frame.getByRole('button', { name: 'Approve with passkey' }).click();
  const signed = await outcome;
  if (signed.outcome !== 'signed') throw new Error(`The payment was ${signed.outcome}.`);
  const transactions = transactionsOf(plan);
  expect(signed.signatures).toHaveLength(transactions.length);
  transactions.forEach((transaction, index) => {
    const signature = signed.signatures[index];
    expect(signature?.startsWith('0x')).toBe(true);
    expect(signerOf(transaction, `0x${signature?.slice(2)}`)).toBe(plan.account.toLowerCase());
  });

  // The same plan gets the same bytes; another nonce for the same payment could pay twice.
  const again = host.request(message);
  await host.frame.getByRole('button', { name: 'Approve payment' }).click();
  expect(await again).toMatchObject({ outcome: 'signed', signatures: signed.signatures });
  const other = { ...plan, call: { ...plan.call, nonce: 8 } };
  const twice = host.request({ ...message, plan: writePublicPlan(other) });
  await host.frame.getByRole('button', { name: 'Approve payment' }).click();
  await host.frame.getByRole('button', { name: 'Close' }).last().click();
  expect(await twice).toMatchObject({ outcome: 'refused', check: 'would-pay-twice' });
});

test('refuses another recipient before any prompt, and says so', async ({ host }) => {
  const created = await createWallet(host);
  const { plan, message } = approvalOf(created);
  const stranger = toChecksumAddress('0x3c8d04ae915b72fc60d8aa47e1935bf208c6b06a');
  const outcome = host.request({
    ...message,
    plan: writePublicPlan({ ...plan, call: { ...plan.call, to: stranger } }),
  });
  await expect(host.frame.getByRole('alert')).toContainText('Nothing was signed.');
  await host.frame.getByRole('button', { name: 'Close' }).last().click();
  expect(await outcome).toMatchObject({ outcome: 'refused', check: 'recipient' });
});

test('signs nothing after a closed prompt, and names the word that is wrong', async ({ host }) => {
  const created = await createWallet(host);
  await host.devices.confirm(false);
  const { message } = approvalOf(created);
  const outcome = host.request(message);
  await host.frame.getByRole('button', { name: 'Approve with passkey' }).click();
  await host.frame.getByRole('button', { name: 'Cancel' }).click();
  await expect(host.frame.getByRole('status')).toContainText('Nothing was signed.');
  await expect(host.frame.getByRole('button', { name: 'Try again' })).toBeFocused();
  await host.frame.getByRole('button', { name: 'Approve another way' }).click();
  await host.frame.getByRole('button', { name: /Enter your 12 words/ }).click();
  await host.frame.getByLabel('Word 1', { exact: true }).fill('ribon');
  for (let place = 2; place <= 12; place += 1) {
    await host.frame.getByLabel(`Word ${place}`, { exact: true }).fill('ladder');
  }
  await host.frame.getByRole('button', { name: 'Approve payment' }).click();
  await expect(host.frame.getByRole('alert')).toContainText('Did you mean “ribbon”?');
  await host.frame.getByRole('button', { name: 'Close' }).click();
  await host.frame.getByRole('button', { name: 'Back' }).click();
  expect(await outcome).toMatchObject({ outcome: 'cancelled' });
});

const hidings = {
  // As an address of someone else's would be drawn over the true one.
  covers: (at: { x: number; y: number; width: number; height: number }) => {
    const cover = document.createElement('div');
    const { x, y, width, height } = at;
    cover.id = 'cover';
    cover.style.inset = `${y}px auto auto ${x}px`;
    Object.assign(cover.style, { width: `${width}px`, height: `${height}px` });
    document.body.append(cover);
  },
  // With other details above, only the buttons of these are in view.
  crops: (at: { y: number; height: number }) => {
    const frame = document.querySelector('iframe');
    if (frame !== null) frame.style.marginTop = `${-(at.y + at.height)}px`;
  },
} as const;

for (const how of ['covers', 'crops'] as const) {
  test(`signs nothing while a page ${how} what is signed`, async ({ host }) => {
    const created = await createWallet(host);
    const { message } = approvalOf(created);
    const outcome = host.request(message);
    const button = host.frame.getByRole('button', { name: 'Approve with passkey' });
    await expect(button).toBeEnabled();
    const recipient = await host.frame.locator('.recipient .address').boundingBox();
    if (recipient === null) throw new Error('No recipient is drawn.');
    await host.page.evaluate<void, typeof recipient>(hidings[how], recipient);
    await expect(button).toBeDisabled();
    await button.click({ force: true });
    await button.press('Enter');
    await expect(host.frame.getByText('with nothing in front of it')).toBeAttached();
    await host.frame.getByRole('button', { name: 'Open it in a window' }).press('Enter');
    expect(await outcome).toMatchObject({ outcome: 'needs-window' });
  });
}

test('follows the theme of the app, and goes to a window where covers can’t be seen', async ({
  host,
  served,
}) => {
  const background = () =>
    host.frame.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
  for (const [scheme, color] of [
    ['dark', 'rgb(18, 19, 26)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    await host.page.locator('iframe').evaluate((frame, value) => {
      frame.style.colorScheme = value;
    }, scheme);
    await expect.poll(background).toBe(color);
  }
  const signer = host.page.frames().find((frame) => frame.url().startsWith(served.signer));
  await signer?.evaluate(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
  });
  const outcome = await host.request({ kind: 'create', userId, challenge });
  expect(outcome).toMatchObject({ outcome: 'needs-window' });
});

test('lets nothing out, runs no other script and opens in no stranger’s frame', async ({
  host,
  served,
}) => {
  const signer = host.page.frames().find((frame) => frame.url().startsWith(served.signer));
  const attempts = await signer?.evaluate(async (app) => {
    const script = document.createElement('script');
    const image = new Image();
    const loaded = new Promise((done) => {
      image.onload = () => done('loaded');
      image.onerror = () => done('blocked');
      image.src = `${app}/pixel.png`;
    });
    return {
      fetched: await fetch(app).then(
        () => 'sent',
        () => 'blocked',
      ),
      image: await loaded,
      inline: (() => {
        try {
          script.textContent = 'window.injected = true';
          document.body.append(script);
          return 'injected' in window ? 'ran' : 'blocked';
        } catch {
          return 'blocked';
        }
      })(),
      html: (() => {
        try {
          document.body.insertAdjacentHTML('beforeend', '<b>x</b>');
          return 'set';
        } catch {
          return 'blocked';
        }
      })(),
    };
  }, served.app);
  expect(attempts).toEqual({
    fetched: 'blocked',
    image: 'blocked',
    inline: 'blocked',
    html: 'blocked',
  });
  // The page around it has another origin, so it can't use the signer's passkeys.
  const stolen = await host.page.evaluate(async (rpId) => {
    const challenge = new Uint8Array(32);
    return await navigator.credentials.get({ publicKey: { challenge, rpId } }).then(
      () => 'given',
      (error: Error) => error.name,
    );
  }, new URL(served.signer).hostname);
  expect(stolen).toBe('SecurityError');

  // 127.0.0.1 is another origin than localhost: a stranger.
  await host.page.goto(served.app.replace('localhost', '127.0.0.1'));
  const framed = await Promise.race([
    openFrame(host.page, served.signer).then(() => 'opened'),
    host.page
      .waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
      .then(() => 'refused'),
  ]);
  expect(framed).toBe('refused');
});
