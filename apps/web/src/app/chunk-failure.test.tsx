import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyRoute } from '../lib/lazy-route.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

function show(load: () => Promise<{ default: () => React.ReactNode }>) {
  const Screen = lazyRoute(load);
  render(
    <ErrorBoundary>
      <Suspense fallback="Loading...">
        <Screen />
      </Suspense>
    </ErrorBoundary>,
  );
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a missing chunk reloads the page once', async () => {
  show(gone);

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.getByText('Loading...')).toBeTruthy();
});

test('the second time it shows an error page with Retry that says no money is affected (§8)', async () => {
  sessionStorage.setItem('kax-reloaded-for-chunk', String(gone));
  show(gone);

  expect(await screen.findByText('Part of Kax didn’t load')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Reload' }).click();
  expect(reload).toHaveBeenCalledOnce();
});

test('a screen that loads clears the record of the reload, so that a later failure can reload again', async () => {
  const load = async () => ({ default: () => 'Here' });
  sessionStorage.setItem('kax-reloaded-for-chunk', String(load));
  show(load);

  expect(await screen.findByText('Here')).toBeTruthy();
  expect(sessionStorage).toHaveLength(0);
});

test('a chunk that was fetched ahead is not fetched again', async () => {
  const load = vi.fn(async () => ({ default: () => 'Here' }));
  const Screen = lazyRoute(load);
  Screen.preload();
  Screen.preload();
  render(
    <Suspense fallback="Loading...">
      <Screen />
    </Suspense>,
  );
  expect(await screen.findByText('Here')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('fetching ahead fails silently, and the screen fetches its chunk again', async () => {
  const load = vi.fn(async () => ({ default: () => 'Here' }));
  load.mockImplementationOnce(gone);
  const Screen = lazyRoute(load);
  Screen.preload();
  await act(async () => {});
  render(
    <Suspense fallback="Loading...">
      <Screen />
    </Suspense>,
  );
  expect(await screen.findByText('Here')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('chunks that load next to a missing one do not cause another reload for it', async () => {
  sessionStorage.setItem('kax-reloaded-for-chunk', String(gone));
  const Inner = lazyRoute(gone);
  show(async () => ({ default: () => <Inner /> }));

  expect(await screen.findByText('Part of Kax didn’t load')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
