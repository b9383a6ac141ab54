import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import PhoneField from './phone-field.tsx';

afterEach(cleanup);

function Page({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  function handleChange(next: string) {
    setValue(next);
    onChange(next);
  }
  return <PhoneField label="Phone" value={value} onChange={handleChange} />;
}

function start() {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Page onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>('Phone');
  return { onChange, user, input };
}

test('the country is US by default, with a sample number as placeholder (§5 Phone input)', () => {
  const { input } = start();

  expect(screen.getByRole('button', { name: /^Country: United States/ })).toBeTruthy();
  expect(input.placeholder).toBe('(702) 123-4567');
});

test('a national number is shown formatted and passed on with its country code', async () => {
  const { user, input, onChange } = start();

  await user.type(input, '4155550101');

  expect(input.value).toBe('(415) 555-0101');
  expect(onChange).toHaveBeenLastCalledWith('+14155550101');
});

test('pasting an international number selects its country', async () => {
  const { user, input, onChange } = start();

  await user.click(input);
  await user.paste('+351 912 345 678');

  expect(screen.getByRole('button', { name: /^Country: Portugal/ })).toBeTruthy();
  expect(onChange).toHaveBeenLastCalledWith('+351912345678');
});

test('digits are limited to 15 (§9)', async () => {
  const { user, input } = start();

  await user.click(input);
  await user.paste('+3519123456781234');

  expect(input.value).toBe('');
  expect(screen.getByRole('button', { name: /^Country: United States/ })).toBeTruthy();
});

test('the country search waits 250 ms and matches from the beginning (§9)', async () => {
  const { user } = start();
  await user.click(screen.getByRole('button', { name: /^Country: United States/ }));
  const all = screen.getAllByRole('option').length;

  await user.type(screen.getByRole('combobox', { name: 'Search by country' }), 'port');
  expect(screen.getAllByRole('option')).toHaveLength(all);

  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Country: Portugal/ })).toBeTruthy();
});
