import { useSyncExternalStore } from 'react';

/** A value that components can subscribe to. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** @returns a store that starts with the value `initial`. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @returns the store's value; rerenders the component when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** @returns one thing of the store's value; rerenders the component only when that changes. */
export function useStorePart<T, Part>(store: Store<T>, select: (value: T) => Part): Part {
  const get = () => select(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
}
