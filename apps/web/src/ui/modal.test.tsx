import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmationModal } from './confirmation-modal.tsx';
import { Modal } from './modal.tsx';

afterEach(cleanup);

function Page({ isStatic }: { isStatic: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Modal
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isStatic={isStatic}
        title="Send Assets"
      >
        <button type="button">Inside</button>
      </Modal>
    </>
  );
}

async function openModal({ isStatic }: { isStatic: boolean }) {
  const user = userEvent.setup();
  render(<Page isStatic={isStatic} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Send Assets' });
  return { user, dialog };
}

test('a modal closes with Escape and with a press on the backdrop', async () => {
  const { user, dialog } = await openModal({ isStatic: false });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(dialog.open).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(dialog.open).toBe(true);
  fireEvent.click(dialog);
  expect(dialog.open).toBe(false);
});

test("a static modal ignores Escape, the backdrop and the browser's request to close (§2 Modals)", async () => {
  const { dialog } = await openModal({ isStatic: true });

  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.click(dialog);
  const cancel = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(cancel);

  expect(cancel.defaultPrevented).toBe(true);
  expect(dialog.open).toBe(true);
});

test('a static modal closes with its Close button and returns focus to what opened it', async () => {
  const { user, dialog } = await openModal({ isStatic: true });

  await user.click(screen.getByRole('button', { name: 'Close' }));

  expect(dialog.open).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('Tab cycles inside the modal', async () => {
  const { dialog } = await openModal({ isStatic: false });
  const close = screen.getByRole('button', { name: 'Close' });
  const inside = screen.getByRole('button', { name: 'Inside' });

  inside.focus();
  fireEvent.keyDown(dialog, { key: 'Tab' });
  expect(document.activeElement).toBe(close);

  fireEvent.keyDown(dialog, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(inside);
});

test('its content stays during the 300 ms exit animation, then is removed (§2 Modals)', () => {
  vi.useFakeTimers();
  const view = (isOpen: boolean) => (
    <Modal isOpen={isOpen} onClose={() => {}} title="Send Assets">
      Content
    </Modal>
  );
  const { rerender } = render(view(true));

  rerender(view(false));
  vi.advanceTimersByTime(299);
  expect(screen.queryByText('Content')).not.toBeNull();
  vi.advanceTimersByTime(1);
  rerender(view(false));
  expect(screen.queryByText('Content')).toBeNull();
  vi.useRealTimers();
});

test("a confirmation has 'Continue' and 'Close' by default, and only they close it (§2 Modals)", async () => {
  const user = userEvent.setup();
  const onPrimary = vi.fn();
  const onSecondary = vi.fn();
  render(
    <ConfirmationModal
      isOpen
      title="Sure?"
      message="You can’t undo this."
      onPrimary={onPrimary}
      onSecondary={onSecondary}
    />,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Sure?' });

  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.click(dialog);
  expect(onSecondary).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onPrimary).toHaveBeenCalledOnce();
  expect(onSecondary).toHaveBeenCalledOnce();
});
