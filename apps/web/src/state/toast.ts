import { createStore, useStore } from '../lib/store.ts';
import { isDiscreet } from './discretion.ts';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

export interface ToastOptions {
  tone?: ToastTone;
  /** Replaces the message while discretion is on. Required for every message with an amount. */
  discreetText?: string;
}

const SHOWN_FOR_MS = 3_000;

const store = createStore<readonly Toast[]>([]);
let lastId = 0;

/** @returns the visible toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store);
}

/** Shows a toast for 3 s. Several sentences are joined with ', ' (§3 Toast, §4 Toast). */
export function showToast(
  message: string | readonly string[],
  { tone = 'success', discreetText }: ToastOptions = {},
): void {
  lastId += 1;
  const id = lastId;
  const spoken = typeof message === 'string' ? message : message.join(', ');
  const text = isDiscreet() && discreetText !== undefined ? discreetText : spoken;
  store.set([...store.get(), { id, text, tone }]);
  setTimeout(() => closeToast(id), SHOWN_FOR_MS);
}

export function closeToast(id: number): void {
  store.set(store.get().filter((toast) => toast.id !== id));
}
