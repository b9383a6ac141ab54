import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readReceipt } from '#receipt/read-receipt';
import { receiptCode } from '#receipt/receipt-code';
import { buildActivity } from '#testing/activity';
import { ALICE, BOB } from '#testing/network';
import { buildReceipt } from '#testing/receipt';
import { buildContact } from '#testing/saved-contact';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { Receipt as ReceiptContent } from '#wire/wallet/receipt';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import Receipt from './receipt.tsx';

signInBeforeEachPage();
beforeEach(() => {
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  act(() => {
    if (!isDiscreet()) toggleDiscretion();
  });
});

const PUBLIC_ROWS = 'GET /api/wallet/public/history/wallet?entry=';
const PRIVATE_ROWS = 'GET /api/wallet/private/history/wallet?entry=';
const MAKE = 'POST /api/wallet/receipts';

type Rows = readonly ActivityTransaction[];
type Responses = Parameters<typeof startPage>[2];

function pageOf(transactions: Rows) {
  return {
    data: { address: '0xme', chain: null, token: null, transactions, nextCursor: null },
    privateState: { status: 'ready', asOf: null },
  };
}

const sent = buildActivity({ type: 'send', direction: 'out', from: ALICE, to: BOB });
const received = buildActivity({
  type: 'internal-transfer',
  from: null,
  to: '0zk1me',
  memo: 'Dinner',
});
const refusal = (code: string, error: string) => ({ status: 409, body: { code, error } });

function start(
  { inPublic = [], inPrivate = [] }: { inPublic?: Rows; inPrivate?: Rows },
  responses: Responses = {},
) {
  return startPage(<Receipt />, '/activity/wallet/entry/receipt', {
    [PUBLIC_ROWS]: () => ({ body: pageOf(inPublic) }),
    [PRIVATE_ROWS]: () => ({ body: pageOf(inPrivate) }),
    [MAKE]: () => ({ body: { data: buildReceipt() } }),
    ...responses,
  });
}

const paper = () => screen.findByRole('article', { name: 'Receipt' });
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const made = (api: ReturnType<typeof start>['api']) =>
  api.seen.filter(({ path }) => path === '/api/wallet/receipts').map(({ body }) => body);

test('a public receipt is made immediately, with both whole addresses, the hash and its code', async () => {
  const { api } = start({ inPublic: [sent] });
  const text = (await paper()).textContent ?? '';
  const receipt = buildReceipt();
  expect(text).toContain('40.00 USDC');
  expect(text).toMatch(/Paid 2\d November 2026, \d\d:\d\d/);
  for (const whole of [ALICE, BOB, receipt.transactionHash, receiptCode(receipt)]) {
    expect(text).toContain(whole);
  }
  expect(text).toContain('Alice Moreau');
  expect(text).toContain('Polygon’s public record shows this payment.');
  expect(text).toContain(`Anyone can check this receipt without Kax: ${location.origin}`);
  expect(made(api)).toEqual([
    { entryId: '', mode: 'public', showsOwnName: true, otherName: null, showsMessage: true },
  ]);
});

test('their name is the one in the contacts, and changing a choice makes another receipt', async () => {
  const { api, user } = start(
    { inPublic: [sent] },
    {
      'GET /api/wallet/contacts': () => ({
        body: { data: [buildContact({ publicAddress: BOB })] },
      }),
    },
  );
  await paper();
  expect(made(api)).toHaveLength(1);
  expect(made(api)[0]).toMatchObject({ otherName: 'Bob Tanaka' });
  await user.click(checkbox('Show their name'));
  await waitFor(() => expect(made(api)).toHaveLength(2));
  expect(made(api)[1]).toMatchObject({ otherName: null });
  await user.click(checkbox('Show my name'));
  await waitFor(() => expect(made(api)).toHaveLength(3));
  expect(made(api)[2]).toMatchObject({ otherName: null, showsOwnName: false });
});

test('a name that is still being typed can’t be saved, and is signed once it is complete', async () => {
  const { api, user } = start({ inPublic: [sent] });
  await paper();
  await user.click(checkbox('Show their name'));
  await user.type(screen.getByRole('textbox', { name: 'Their name' }), 'أحمد');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save proof' }).disabled).toBe(true);
  await waitFor(() => expect(made(api).at(-1)).toMatchObject({ otherName: 'أحمد' }));
  expect(made(api)).toHaveLength(2);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save proof' }).disabled).toBe(
      false,
    ),
  );
});

test('a private receipt is made only after saying what it reveals', async () => {
  const { api, user } = start(
    { inPrivate: [received] },
    { [MAKE]: () => ({ body: { data: buildReceipt({ from: null, proof: NOTES }) } }) },
  );
  expect(
    await screen.findByText(
      'Whoever gets this receipt will always know your private address, the amount, the time and the message.',
    ),
  ).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'Show their name' })).toBeNull();
  await user.click(checkbox('Include the message'));
  expect(screen.getByText(/the amount and the time\.$/)).toBeDefined();
  expect(made(api)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Make receipt' }));
  const text = (await paper()).textContent ?? '';
  expect(document.activeElement).toBe(await paper());
  expect(text).toContain('Hidden by the sender');
  expect(text).toContain('It shows nothing else of either wallet.');
  expect(made(api)).toMatchObject([{ mode: 'private', showsMessage: false, otherName: null }]);
});

const NOTES: ReceiptContent['proof'] = {
  kind: 'private-transfer',
  notes: [
    { tree: 0, position: 4, value: '40000000', random: `0x${'1a'.repeat(16)}`, senderRandom: null },
  ],
};

test('hidden figures are shown only when the user says so, and nothing is made before', async () => {
  toggleDiscretion();
  const { api, user } = start({ inPublic: [sent] });
  expect(await screen.findByText('Your amounts are hidden')).toBeDefined();
  expect(made(api)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show amounts' }));
  expect((await paper()).textContent).toContain('40.00 USDC');
  expect(document.activeElement).toBe(await paper());
});

test('a payment that isn’t final says when its receipt appears', async () => {
  const { api } = start({ inPublic: [{ ...sent, status: 'pending' }] });
  expect(await screen.findByText('This payment isn’t final yet')).toBeDefined();
  expect(made(api)).toEqual([]);
});

test('what the server doesn’t count as final yet is shown the same way', async () => {
  start({ inPublic: [sent] }, { [MAKE]: () => refusal('receipt-not-final', 'Later.') });
  expect(await screen.findByText('This payment isn’t final yet')).toBeDefined();
});

test('a payment that can’t be proven says so, and offers no second try', async () => {
  const sentence = 'We can’t make a receipt that proves this payment.';
  start({ inPublic: [sent] }, { [MAKE]: () => refusal('receipt-not-possible', sentence) });
  expect(await screen.findByText(sentence)).toBeDefined();
  for (const role of ['button', 'checkbox']) expect(screen.queryByRole(role)).toBeNull();
});

test.each([
  ['a failed payment', [{ ...sent, status: 'failed' } as const], 'no money moved'],
  ['a swap', [buildActivity({ type: 'swap' })], 'Receipts are for payments'],
  ['an unknown entry', [], 'We can’t find this payment'],
])('%s has no receipt, with a reason', async (_, inPublic, reason) => {
  const { api } = start({ inPublic });
  await waitFor(() => expect(document.body.textContent).toContain(reason));
  expect(made(api)).toEqual([]);
});

test('without a connection, the page says so and tries again when told to', async () => {
  let isAway = true;
  const { user } = start(
    { inPublic: [sent] },
    { [MAKE]: () => (isAway ? 'no response' : { body: { data: buildReceipt() } }) },
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t make the receipt');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await paper()).toBeDefined();
});

test('a history that can’t be read is reported, unless the other one has the payment', async () => {
  start({ inPublic: [sent] }, { [PRIVATE_ROWS]: () => refusal('unknown-coin', 'No.') });
  expect(await paper()).toBeDefined();
});

test('a private balance that is still being read may yet have the payment', async () => {
  start(
    {},
    {
      [PRIVATE_ROWS]: () => ({
        body: { ...pageOf([]), privateState: { status: 'looking', asOf: null } },
      }),
    },
  );
  expect(await screen.findByText('Loading the receipt')).toBeDefined();
  expect(screen.queryByText('We can’t find this payment')).toBeNull();
});

test('the file that is saved is read as the same receipt', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:1';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const { user } = start({ inPublic: [sent] });
  await paper();
  await user.click(screen.getByRole('button', { name: 'Save proof' }));
  expect(names[0]).toMatch(/^Kax receipt 2026-11-2\d 40 USDC\.kax-receipt\.json$/);
  expect(readReceipt((await blobs[0]?.text()) ?? '')).toEqual(buildReceipt());
  vi.restoreAllMocks();
});

test('the document has the name of the PDF only while it is printed', async () => {
  document.title = 'Receipt · Kax';
  start({ inPublic: [sent] });
  await paper();
  fireEvent(window, new Event('beforeprint'));
  expect(document.title).toMatch(/^Kax receipt 2026-11-2\d 40 USDC$/);
  fireEvent(window, new Event('afterprint'));
  expect(document.title).toBe('Receipt · Kax');
});

test('Save as PDF prints', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = start({ inPublic: [sent] });
  await paper();
  await user.click(screen.getByRole('button', { name: 'Save as PDF' }));
  expect(print).toHaveBeenCalledOnce();
});

test('Share is there only where the device can share files', async () => {
  start({ inPublic: [sent] });
  await paper();
  expect(screen.queryByRole('button', { name: 'Share proof' })).toBeNull();
});

test('where files can be shared, Share passes on the proof', async () => {
  const share = vi.fn(async (_: ShareData) => {});
  Object.assign(navigator, { canShare: () => true, share });
  try {
    const { user } = start({ inPublic: [sent] });
    await paper();
    await user.click(screen.getByRole('button', { name: 'Share proof' }));
    const [file] = share.mock.calls[0]?.[0].files ?? [];
    expect(file?.name).toMatch(/\.kax-receipt\.txt$/);
    expect(readReceipt((await file?.text()) ?? '')).toEqual(buildReceipt());
  } finally {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  }
});

test('names and the message are text, whatever is in them', async () => {
  const message = '<img src=x> javascript:alert(1)';
  const stated = { fromName: '<b>Alice</b>', toName: null, message };
  start({ inPublic: [sent] }, { [MAKE]: () => ({ body: { data: buildReceipt({ stated }) } }) });
  await paper();
  expect(screen.getByText(`“${message}”`).children).toHaveLength(0);
  expect(screen.getByText('<b>Alice</b>').children).toHaveLength(0);
});

test('the page leads back to the payment, and to the page that checks receipts', async () => {
  start({ inPublic: [sent] });
  await paper();
  const back = screen.getByRole('link', { name: 'Payment' });
  expect(back.getAttribute('href')).toBe('/activity/wallet/');
  const check = screen.getByRole<HTMLAnchorElement>('link', {
    name: 'Anyone can check it without Kax',
  });
  expect(check.getAttribute('href')).toBe('/receipt-check.html');
  expect(check.download).toMatch(/\.html$/);
});
