import type { ReactNode } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { isDiscreet } from './discretion.ts';

export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
  /** Shown in place of the icon and the text; null for the ordinary look. */
  content: ReactNode;
}

export interface ToastOptions {
  tone?: ToastTone;
  /** Replaces the message while discretion is on. Required for every message with an amount. */
  discreetText?: string;
  /** Replaces the icon and the message. */
  content?: ReactNode;
  /** Milliseconds; 3 s when left out. */
  lastsMs?: number;
}

const SHOWN_FOR_MS = 3_000;

const store = createStore<readonly Toast[]>([]);
let lastId = 0;

/** @returns the visible toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store);
}

/**
 * Shows a toast for 3 s, or longer. Several sentences are joined with ', ' (§3 Toast, §4 Toast).
 * @returns its id, with which it can be closed earlier
 */
export function showToast(
  message: string | readonly string[],
  { tone = 'success', discreetText, content = null, lastsMs = SHOWN_FOR_MS }: ToastOptions = {},
): number {
  lastId += 1;
  const id = lastId;
  const spoken = typeof message === 'string' ? message : message.join(', ');
  const text = isDiscreet() && discreetText !== undefined ? discreetText : spoken;
  store.set([...store.get(), { id, text, tone, content }]);
  setTimeout(() => closeToast(id), lastsMs);
  return id;
}

export function closeToast(id: number): void {
  store.set(store.get().filter((toast) => toast.id !== id));
}

/** @returns whether a toast is still visible */
export function isToastShown(id: number): boolean {
  return store.get().some((toast) => toast.id === id);
}
