import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildContact } from '#testing/saved-contact';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { OperationStrips } from './operation-strips.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a payment in progress says to whom, when the recipient has a name', async () => {
  const named = buildOperationView();
  const unnamed = buildOperationView({ id: 'other', to: `0x${'4'.repeat(40)}` });
  const contact = buildContact({ publicAddress: named.to.toLowerCase() });
  const api = createFakeApi({
    'GET /api/wallet/contacts': () => ({ body: { data: [contact] } }),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OperationStrips operations={[named, unnamed]} isHidden={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Bob Tanaka')).toBeDefined();
  const titles = [...document.querySelectorAll('.operation-strip b')].map(
    (each) => each.textContent,
  );
  expect(titles).toEqual(['Sending 25 USDC to Bob Tanaka', 'Sending 25 USDC']);
});
