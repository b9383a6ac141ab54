import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { closeToast, showToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';

function Toasts() {
  return <ToastList toasts={useToasts()} onClose={closeToast} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
  cleanup();
});

test('a toast hides after 3 seconds (§4 Toast)', () => {
  act(() => showToast('Hello! Alice, Welcome back!'));
  act(() => vi.advanceTimersByTime(2_999));
  expect(screen.getByRole('status').textContent).toContain('Hello! Alice, Welcome back!');

  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole('status')).toBeNull();
});

test("several sentences are joined with ', ' (§3 Toast)", () => {
  act(() => showToast(['One', 'Two'], { tone: 'error' }));

  expect(screen.getByRole('alert').textContent).toContain('One, Two');
});

test('a toast can be closed before it hides (§4 Toast)', () => {
  act(() => showToast('Done'));
  act(() => screen.getByRole('button', { name: 'Close' }).click());

  expect(screen.queryByText('Done')).toBeNull();
});

test('a toast carries no amount while discretion is on, which it is by default (§2 Dashboard)', () => {
  expect(isDiscreet()).toBe(true);
  act(() => showToast('25 USDC sent', { discreetText: 'Sent' }));
  expect(screen.getByRole('status').textContent).toBe('Sent');

  act(() => toggleDiscretion());
  act(() => showToast('25 USDC sent', { discreetText: 'Sent' }));
  expect(screen.getByText('25 USDC sent')).toBeTruthy();
  act(() => toggleDiscretion());
});
