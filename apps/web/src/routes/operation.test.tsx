import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildContact } from '#testing/saved-contact';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { toggleDiscretion } from '../state/discretion.ts';
import Operation from './operation.tsx';

const operation = buildOperationView();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function start(response: FakeResponse, contacts: readonly SavedContact[] = []) {
  const api = createFakeApi({
    [`GET /api/wallet/operations/${operation.id}`]: () => response,
    'GET /api/wallet/contacts': () => ({ body: { data: contacts } }),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/dashboard/operations/${operation.id}`]}>
        <Routes>
          <Route path="/dashboard/operations/:id" element={<Operation />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return api;
}

test('a payment shows its steps, its hash, and the full recipient address', async () => {
  start({ body: { data: operation } });
  expect(await screen.findByText('38 of 64')).toBeDefined();
  expect(screen.getByRole('link', { name: /0x9f9f/ })).toBeDefined();
  expect(document.body.textContent).toContain(operation.to);
});

test('the amount is hidden while discretion mode is on', async () => {
  start({ body: { data: operation } });
  await screen.findByText('38 of 64');
  expect(document.body.innerHTML).not.toContain('25 USDC');
  toggleDiscretion();
  expect(await screen.findByText('25 USDC')).toBeDefined();
  toggleDiscretion();
});

test('the fee is rounded up to 6 decimals (§9)', async () => {
  const fee = { estimated: null, paid: '4118000000000001', symbol: 'POL', decimals: 18 };
  start({ body: { data: { ...operation, fee } } });
  expect(await screen.findByText('0.004119 POL')).toBeDefined();
});

test('an unknown operation says so, and that no money is affected', async () => {
  const error = 'We couldn’t find this payment in your wallet.';
  start({ status: 404, body: { error, code: 'unknown-operation' } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(error);
});

const PRIVATE_ADDRESS = `0zk1${'q'.repeat(123)}`;

test('an unshield shows the pool and broadcaster fees, and the amount received', async () => {
  toggleDiscretion();
  const unshield = buildOperationView({
    kind: 'unshield',
    from: PRIVATE_ADDRESS,
    poolFee: '62500',
    broadcasterFee: '120000',
    received: '24817500',
  });
  start({ body: { data: unshield } });
  expect(await screen.findByRole('heading', { name: 'Unshield' })).toBeDefined();
  const rows = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(rows).toEqual(
    expect.arrayContaining([
      'Unshield fee0.062500 USDC',
      'Sending fee0.120000 USDC',
      'Received24.8175 USDC',
      'Network fee≈ 0.004118 POL paid by Kax',
    ]),
  );
  toggleDiscretion();
});

test('a private address is shortened; the title and the copy button have the full address', async () => {
  start({
    body: { data: buildOperationView({ kind: 'internal-transfer', from: PRIVATE_ADDRESS }) },
  });
  expect(await screen.findByRole('heading', { name: 'Internal Transfer' })).toBeDefined();
  const from = screen.getByTitle(PRIVATE_ADDRESS);
  expect(from.textContent).toBe('0zk1qqqq…qqqq');
  const copy = within(from.parentElement ?? from).getByRole('button', {
    name: 'Copy to clipboard',
  });
  const user = userEvent.setup();
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe(PRIVATE_ADDRESS);
});

test('percentage fees are hidden along with the amount while discretion mode is on', async () => {
  const poolFee = '62500';
  start({ body: { data: buildOperationView({ kind: 'shield', poolFee, received: '24937500' }) } });
  expect(await screen.findByText('Shield fee')).toBeDefined();
  for (const secret of ['0.062500', '24.9375']) {
    expect(document.body.innerHTML).not.toContain(secret);
  }
});

test('an operation that failed without moving money names its kind, and no fee or amount received', async () => {
  const failure = 'You cancelled it before it was sent.';
  const unshield = { kind: 'unshield', status: 'failed', failure, poolFee: '62500' } as const;
  start({ body: { data: buildOperationView(unshield) } });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your unshield didn’t go through.',
  );
  for (const row of ['Network fee', 'Unshield fee', 'Received']) {
    expect(screen.queryByText(row)).toBeNull();
  }
});

test('the recipient’s name is above the whole address, and never in its place', async () => {
  start({ body: { data: operation } }, [buildContact({ publicAddress: operation.to })]);
  const [name] = await screen.findAllByText('Bob Tanaka');
  expect(name?.tagName).toBe('BDI');
  const to = screen.getAllByText('To').at(-1)?.nextElementSibling;
  expect(to?.textContent).toBe(`Bob Tanaka${operation.to}`);
});

test('a recipient without a name can be named, and the dialog starts with the address', async () => {
  const user = userEvent.setup();
  start({ body: { data: operation } });
  await user.click(await screen.findByRole('button', { name: 'Add name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add contact' }));
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Public address' });
  expect(field.value).toBe(operation.to);
});

test.each(['shield', 'swap'] as const)('a %s goes to no one who could be named', async (kind) => {
  start({ body: { data: buildOperationView({ kind }) } });
  expect(await screen.findByText('Network fee')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add name' })).toBeNull();
});

test('the user’s own note about the payment is below it, except for a swap, which has one of its own', async () => {
  toggleDiscretion();
  start({ body: { data: operation } });
  expect(await screen.findByRole('textbox', { name: 'Your note' })).toBeDefined();
  cleanup();
  start({ body: { data: buildOperationView({ kind: 'swap' }) } });
  expect(await screen.findByText('38 of 64')).toBeDefined();
  expect(screen.queryByText('Your note')).toBeNull();
  toggleDiscretion();
});
