import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Secret } from './secret.tsx';

afterEach(cleanup);

test('a hidden secret is not in the page, neither its text nor its length', () => {
  const { container, rerender } = render(<Secret isHidden>1</Secret>);
  const first = container.innerHTML;
  rerender(<Secret isHidden>9,069,123.68 USDC</Secret>);

  expect(container.innerHTML).toBe(first);
  expect(container.textContent).not.toContain('9,069');
});

test('assistive technology reads "hidden" and not the placeholder', () => {
  render(<Secret isHidden>250</Secret>);

  expect(screen.getByText('hidden')).toBeTruthy();
  expect(screen.getByText('88,888.88').getAttribute('aria-hidden')).toBe('true');
});

test('a revealed secret is plain text', () => {
  const { container } = render(<Secret isHidden={false}>250</Secret>);

  expect(container.textContent).toBe('250');
});
