import { createStore, useStore } from '../lib/store.ts';

const store = createStore<string | null>(null);

/** Remembers until the page is closed that this user has just verified a new account. */
export function welcomeNewAccount(userId: string): void {
  store.set(userId);
}

/** Ends what is shown to a new user only. */
export function endWelcome(): void {
  store.set(null);
}

/** @returns whether this user has just verified a new account; rerenders the component when that ends. */
export function useIsNewAccount(userId: string): boolean {
  return useStore(store) === userId;
}
