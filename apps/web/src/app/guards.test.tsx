import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { GuestOnly, Protected } from './guards.tsx';

// In a separate file: the session is a module-level store, and it is "loading" only until it is first read.
test("a protected page shows 'Loading...' while the stored session is being read (§2)", () => {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<p>Login</p>} />
        </Route>
        <Route element={<Protected />}>
          <Route path="/dashboard" element={<p>Inside</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );

  expect(screen.getByRole('status').textContent).toBe('Loading...');
  expect(screen.queryByText('Inside')).toBeNull();
});
