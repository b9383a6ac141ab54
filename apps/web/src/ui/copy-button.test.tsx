import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

const writeText = vi.fn(async (_text: string) => {});

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockClear();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
});

async function isTooltipLoaded() {
  await act(async () => {
    await import('./tooltip-bubble.tsx');
  });
}

test("copies, says 'Copied!' for 1.5 s, then 'Copy to clipboard' again (§2 Account card)", async () => {
  render(<CopyButton text="0x7aB1" />);
  await act(async () => screen.getByRole('button', { name: 'Copy to clipboard' }).click());

  expect(writeText).toHaveBeenCalledWith('0x7aB1');
  await isTooltipLoaded();
  expect(screen.getByRole('tooltip').textContent).toBe('Copied!');
  act(() => vi.advanceTimersByTime(1_499));
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy();

  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Copy to clipboard' })).toBeTruthy();
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test("on hover its tooltip says 'Copy to clipboard', and Escape hides it", async () => {
  render(<CopyButton text="0x7aB1" label="Copy the public address" />);
  const anchor = screen.getByRole('button', { name: 'Copy the public address' }).parentElement;
  if (!anchor) throw new Error('The button has no anchor');

  fireEvent.pointerEnter(anchor, { pointerType: 'mouse' });
  await isTooltipLoaded();
  expect(screen.getByRole('tooltip').textContent).toBe('Copy to clipboard');

  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});
