import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { Menu } from './menu.tsx';

afterEach(cleanup);

function start() {
  const onSend = vi.fn();
  const items = [
    { label: 'Deposit', to: '/deposit' },
    { label: 'Send', onSelect: onSend },
    { label: 'Receive', onSelect: () => {} },
  ];
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Menu label="More" trigger="…" items={items} />} />
        <Route path="/deposit" element={<p>Deposit page</p>} />
      </Routes>
    </MemoryRouter>,
  );
  return { onSend, user: userEvent.setup(), trigger: screen.getByRole('button', { name: 'More' }) };
}

const focused = () => document.activeElement?.textContent;

test('arrows, Home, End and letters move through a menu, and Escape returns to its button', async () => {
  const { user, trigger } = start();
  trigger.focus();

  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Deposit');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Receive');
  await user.keyboard('{Home}');
  expect(focused()).toBe('Deposit');
  await user.keyboard('{End}');
  expect(focused()).toBe('Receive');
  await user.keyboard('s');
  expect(focused()).toBe('Send');

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('an action runs once and closes the menu; an entry with a link navigates', async () => {
  const { user, trigger, onSend } = start();

  await user.click(trigger);
  await user.click(screen.getByRole('menuitem', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();

  await user.click(trigger);
  await user.click(screen.getByRole('menuitem', { name: 'Deposit' }));
  expect(screen.getByText('Deposit page')).toBeTruthy();
});
