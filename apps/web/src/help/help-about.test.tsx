import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { Modal } from '../ui/modal.tsx';
import { HelpAbout } from './help-about.tsx';
import { topicOf } from './help-topics.ts';

afterEach(cleanup);

const tip = <HelpAbout topic="fees" about="Network fee" />;
const title = topicOf('fees').title;

function start(content: ReactNode) {
  render(<MemoryRouter>{content}</MemoryRouter>);
  return userEvent.setup();
}

const button = () => screen.getByRole('button', { name: 'Help: Network fee' });
const text = () => screen.findByRole('dialog', { name: title });

test('the question mark opens the short answer with the way to the whole one', async () => {
  const user = start(tip);
  expect(button().getAttribute('aria-expanded')).toBe('false');

  await user.click(button());

  expect((await text()).textContent).toContain(topicOf('fees').text[0]);
  expect(button().getAttribute('aria-expanded')).toBe('true');
  const more = screen.getByRole('link', { name: 'More in Help' });
  expect([more.getAttribute('href'), more.getAttribute('target')]).toEqual(['/help#fees', null]);
});

test('by keyboard, the answer has the focus, and Escape closes it and returns to the question mark', async () => {
  const user = start(tip);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await text());
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'More in Help' }));

  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('the answer closes when the focus leaves it, or something else is pressed', async () => {
  const user = start(
    <>
      {tip}
      <button type="button">Next</button>
    </>,
  );
  await user.click(button());
  await text();
  await user.tab();
  await user.tab();
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(button());
  await text();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('in a dialog, Escape closes only the answer, and the page opens in a new tab', async () => {
  const onClose = vi.fn();
  const user = start(
    <Modal isOpen onClose={onClose} title="Send Assets">
      {tip}
    </Modal>,
  );
  await user.click(button());
  await text();
  const more = screen.getByRole('link', { name: 'More in Help (opens in a new tab)' });
  expect([more.getAttribute('target'), more.getAttribute('rel')]).toEqual(['_blank', 'noopener']);

  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog', { name: title })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button());
});
