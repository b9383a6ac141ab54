import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { CodeField } from './code-field.tsx';

afterEach(cleanup);

function Page() {
  const [value, setValue] = useState('');
  return <CodeField label="Email Code" name="email-code" value={value} onChange={setValue} />;
}

function start() {
  render(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>('Email Code');
  return { input, user: userEvent.setup() };
}

test('is one numeric input that a browser can autofill with a one-time code', () => {
  const { input } = start();

  expect([input.inputMode, input.autocomplete, input.type]).toEqual([
    'numeric',
    'one-time-code',
    'text',
  ]);
});

test('accepts only digits, at most six, and says when all are entered', async () => {
  const { input, user } = start();

  await user.type(input, '48a1 2');
  expect(input.value).toBe('4812');
  expect(screen.queryByText('6 digits')).toBeNull();
  await user.type(input, '0699');
  expect(input.value).toBe('481206');
  expect(screen.getByText('6 digits')).toBeTruthy();
});

test.each(['123 456', ' 123456\n', 'Your Kax code is 123456. It is valid for 10 minutes.'])(
  'extracts the code from pasted text and replaces what was entered: %j',
  async (text) => {
    const { input, user } = start();
    await user.type(input, '99');

    await user.paste(text);

    expect(input.value).toBe('123456');
  },
);

test('the arrow keys select a digit, which the next one typed replaces', async () => {
  const { input, user } = start();
  await user.type(input, '481206');

  await user.keyboard('{ArrowLeft}{ArrowLeft}7');

  expect(input.value).toBe('481276');
});
