import { createStore, useStore } from '../lib/store.ts';

const store = createStore(true);

/** Whether secret figures are covered; on by default (§2 Dashboard). */
export function useDiscretion(): boolean {
  return useStore(store);
}

/** The same outside of components. */
export function isDiscreet(): boolean {
  return store.get();
}

export function toggleDiscretion(): void {
  store.set(!store.get());
}
