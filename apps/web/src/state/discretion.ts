import { createStore, useStore } from '../lib/store.ts';

const store = createStore(true);

/** Whether figures are hidden; on by default (§2 Dashboard). */
export function useDiscretion(): boolean {
  return useStore(store);
}

/** The same, outside components. */
export function isDiscreet(): boolean {
  return store.get();
}

export function toggleDiscretion(): void {
  store.set(!store.get());
}
