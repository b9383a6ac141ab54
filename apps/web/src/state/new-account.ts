import { createStore, useStore } from '../lib/store.ts';
import { expectWelcome } from './first-steps.ts';
import { readSettings } from './settings.ts';

const store = createStore<string | null>(null);

/** Remembers until the page is closed that this user has just verified a new account, and in this browser that they are to be welcomed. */
export function welcomeNewAccount(userId: string): void {
  store.set(userId);
  // No guest page has read the settings, and the others must be kept.
  readSettings();
  expectWelcome(userId);
}

/** Ends what is shown to a new user only. */
export function endWelcome(): void {
  store.set(null);
}

/** @returns whether this user has just verified a new account; rerenders the component when that ends. */
export function useIsNewAccount(userId: string): boolean {
  return useStore(store) === userId;
}
