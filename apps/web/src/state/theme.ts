import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';

export type Theme = 'dark' | 'light';

const store = createStore<Theme>('dark');

/** The theme in force; the component draws again when it changes. */
export function useTheme(): Theme {
  return useStore(store);
}

/** Takes over the saved theme, dark when there is none. `theme.js` has put it on the page before the first paint. */
export function readTheme(): void {
  applyTheme(readStored(STORAGE_KEYS.theme) === 'light' ? 'light' : 'dark');
}

/** Changes to the other theme, saves it, and puts it on the root as a class (§4 Theme). */
export function toggleTheme(): void {
  const next = store.get() === 'dark' ? 'light' : 'dark';
  writeStored(STORAGE_KEYS.theme, next);
  applyTheme(next);
}

function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  store.set(theme);
}
