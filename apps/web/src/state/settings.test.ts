import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDiscreet, toggleDiscretion } from './discretion.ts';
import { changeSettings, currentSettings, readSettings, useSettings } from './settings.ts';
import { setWalletMode, useWalletMode } from './wallet-mode.ts';

beforeEach(() => {
  localStorage.clear();
  readSettings();
});
afterEach(cleanup);

test('by default the mode is public, and notifications and relayers are on (§4 Mode)', () => {
  const { result } = renderHook(() => useSettings((settings) => settings));
  expect(result.current).toEqual({
    isPrivate: false,
    hasPaymentNotes: true,
    usesRelayers: true,
    isDiscreet: true,
    firstSteps: 'unseen',
    pushes: [],
    backups: [],
    welcomes: [],
    install: { visits: 0, visitedAt: 0, hasPaid: false, notBefore: 0, isOver: false },
    currency: 'USD',
    language: null,
  });
  expect(localStorage.getItem('kax-settings')).toBeNull();
});

test('a change is saved under kax-settings and applied at the next start', () => {
  changeSettings({ hasPaymentNotes: false });
  setWalletMode('private');
  readSettings();
  const { result } = renderHook(() => [
    useSettings(({ hasPaymentNotes }) => hasPaymentNotes),
    useWalletMode(),
  ]);
  expect(result.current).toEqual([false, 'private']);
  expect(document.documentElement.dataset.mode).toBe('private');
  expect(Object.keys(localStorage)).toEqual(['kax-settings']);
});

test.each(['{"isPrivate": 1}', 'not json', '[]', '{"isPrivate": true}'])(
  'saved settings that do not parse are removed: %s',
  (text) => {
    localStorage.setItem('kax-settings', text);
    act(readSettings);
    expect(localStorage.getItem('kax-settings')).toBeNull();
    expect(renderHook(useWalletMode).result.current).toBe('public');
  },
);

test('amounts are hidden until the user shows them, and the choice is kept', () => {
  expect(isDiscreet()).toBe(true);
  toggleDiscretion();
  readSettings();
  expect(isDiscreet()).toBe(false);
});

test('settings of an earlier version are kept, and amounts stay hidden', () => {
  localStorage.setItem(
    'kax-settings',
    '{"isPrivate":true,"hasPaymentNotes":true,"usesRelayers":true}',
  );
  readSettings();
  expect(isDiscreet()).toBe(true);
  expect(renderHook(useWalletMode).result.current).toBe('private');
  expect(currentSettings().currency).toBe('USD');
});

test('a component rerenders only when the setting that it uses changes', () => {
  const seen: unknown[] = [];
  renderHook(() => seen.push(useSettings(({ isDiscreet }) => isDiscreet)));
  act(() => setWalletMode('private'));
  expect(seen).toHaveLength(1);
  act(toggleDiscretion);
  expect(seen).toHaveLength(2);
});
