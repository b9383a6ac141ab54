import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Picker } from './picker.tsx';
import { stubViewport } from './viewport.test-setup.ts';

const OPTIONS = Array.from({ length: 500 }, (_, index) => ({
  value: `coin-${index}`,
  label: `Coin ${index}`,
}));

beforeEach(() => {
  stubViewport();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openPicker() {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Picker label="Token" value="coin-250" options={OPTIONS} onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: /^Token/ }));
  return { user, onChange };
}

test('of 500 options, only those around the chosen one are rendered', async () => {
  await openPicker();
  expect(screen.getAllByRole('option').length).toBeLessThanOrEqual(30);
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen.textContent).toBe('Coin 250');
  expect(chosen.getAttribute('aria-posinset')).toBe('251');
  expect(chosen.getAttribute('aria-setsize')).toBe('500');
});

test('the keys reach every option, also one that was not rendered', async () => {
  const { user, onChange } = await openPicker();
  await user.keyboard('{End}');
  const field = screen.getByRole('combobox');
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('Coin 499');
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}');
  expect(onChange).toHaveBeenCalledWith('coin-498');
});

test('a search finds an option that was not rendered', async () => {
  const { user } = await openPicker();
  await user.keyboard('499');
  expect((await screen.findByRole('option', { name: 'Coin 499' })).textContent).toBe('Coin 499');
});
