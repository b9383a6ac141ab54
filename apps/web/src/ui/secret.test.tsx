import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Secret } from './secret.tsx';

afterEach(cleanup);

test('a hidden secret leaves nothing of the truth in the page, neither its text nor its length', () => {
  const { container, rerender } = render(<Secret isHidden>1</Secret>);
  const first = container.innerHTML;
  rerender(<Secret isHidden>9,069,123.68 USDC</Secret>);

  expect(container.innerHTML).toBe(first);
  expect(container.textContent).not.toContain('9,069');
});

test('assistive technology hears "hidden" and not the stand-in', () => {
  render(<Secret isHidden>250</Secret>);

  expect(screen.getByText('hidden')).toBeTruthy();
  expect(screen.getByText('88,888.88').getAttribute('aria-hidden')).toBe('true');
});

test('a shown secret is the plain text', () => {
  const { container } = render(<Secret isHidden={false}>250</Secret>);

  expect(container.textContent).toBe('250');
});
