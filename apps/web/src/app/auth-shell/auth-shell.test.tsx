import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { AuthShell } from './auth-shell.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function start(response: FakeResponse) {
  const api = createFakeApi({ 'GET /api/about': () => response });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter>
      <AuthShell />
    </MemoryRouter>,
  );
  return api;
}

test('a sandbox says where its codes arrive, after the first paint', async () => {
  const api = start({
    body: {
      messagesUrl: 'http://localhost:7606/',
      recoveryKey: 'file',
      supportEmail: null,
      prover: null,
    },
  });
  expect(screen.queryByText(/This is a sandbox/)).toBeNull();

  const link = await screen.findByRole('link', {
    name: /^This is a sandbox. Your codes arrive here./,
  });
  expect([
    link.getAttribute('href'),
    link.getAttribute('target'),
    link.getAttribute('rel'),
  ]).toEqual(['http://localhost:7606/', '_blank', 'noopener']);
  expect(api.seen).toHaveLength(1);
});

test.each<[string, FakeResponse]>([
  [
    'real messages are sent',
    { body: { messagesUrl: null, recoveryKey: 'aws-kms', supportEmail: null, prover: null } },
  ],
  ['there is no response', 'no response'],
])('shows no sandbox note when %s', async (_, response) => {
  const api = start(response);

  await waitFor(() => expect(api.seen).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));

  expect(screen.queryByText(/This is a sandbox/)).toBeNull();
});
