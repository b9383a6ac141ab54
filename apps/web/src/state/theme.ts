import { afterPaint } from '../lib/after-paint.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { tintBrowser } from '../lib/tint-browser.ts';

export type Theme = 'dark' | 'light';

const store = createStore<Theme>('dark');

/** @returns the current theme; rerenders the component when it changes. */
export function useTheme(): Theme {
  return useStore(store);
}

/** Applies the saved theme, dark by default. `theme.js` already did so before the first paint. */
export function readTheme(): void {
  store.set(readStored(STORAGE_KEYS.theme) === 'light' ? 'light' : 'dark');
  applyTheme();
}

/** Switches the theme, saves it, and sets it as a class on the root element (§4 Theme). */
export function toggleTheme(): void {
  const next = store.get() === 'dark' ? 'light' : 'dark';
  writeStored(STORAGE_KEYS.theme, next);
  store.set(next);
  afterPaint(applyTheme);
}

function applyTheme(): void {
  const theme = store.get();
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  tintBrowser();
}
