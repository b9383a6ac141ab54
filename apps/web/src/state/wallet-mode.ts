import { createStore, useStore } from '../lib/store.ts';

/** Which of the two balances the screen shows (§4 Mode). */
export type WalletMode = 'public' | 'private';

const store = createStore<WalletMode>('public');

/** The mode in force; the component draws again when it changes. */
export function useWalletMode(): WalletMode {
  return useStore(store);
}

/** Changes the mode and, by an attribute on the root, the accent of the page. */
export function setWalletMode(mode: WalletMode): void {
  document.documentElement.dataset.mode = mode;
  store.set(mode);
}
