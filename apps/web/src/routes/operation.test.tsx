import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeAnswer } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { createQueryClient } from '../lib/query-client.ts';
import { toggleDiscretion } from '../state/discretion.ts';
import Operation from './operation.tsx';

const operation = buildOperationView();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function start(answer: FakeAnswer) {
  const api = createFakeApi({ [`GET /api/wallet/operations/${operation.id}`]: () => answer });
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

test('a payment shows its steps, its hash, and the whole address it goes to', async () => {
  start({ body: { data: operation } });
  expect(await screen.findByText('38 of 64')).toBeDefined();
  expect(screen.getByRole('link', { name: /0x9f9f/ })).toBeDefined();
  expect(document.body.textContent).toContain(operation.to);
});

test('the amount is covered while discretion is on', async () => {
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

test('an operation of nobody says so, and that no money is affected', async () => {
  const error = 'There is no such operation in your wallet.';
  start({ status: 404, body: { error, code: 'unknown-operation' } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(error);
});
