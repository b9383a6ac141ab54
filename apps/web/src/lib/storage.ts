/** All keys in local storage: the five of the specification (§3), this browser's settings, and the latest exchange rates. */
export const STORAGE_KEYS = {
  user: 'user',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  isAuthenticated: 'isAuthenticated',
  theme: 'railway-theme',
  settings: 'kax-settings',
  currencyRates: 'kax-currency-rates',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** Keys removed on sign-out (§9). Theme and settings belong to the browser, reveal nothing about a user, and stay. */
const LOGIN_KEYS: readonly StorageKey[] = [
  STORAGE_KEYS.user,
  STORAGE_KEYS.accessToken,
  STORAGE_KEYS.refreshToken,
  STORAGE_KEYS.isAuthenticated,
];

/** @returns null when nothing is stored or the browser blocks storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Does nothing when the browser blocks storage. */
export function writeStored(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes the four login keys, and what the user was entering in this tab. */
export function removeLogin(): void {
  for (const key of LOGIN_KEYS) removeStored(key);
  removeEntries();
}

/** What a user is entering is kept in this tab alone, under keys that start with this. */
const ENTRY_PREFIX = 'kax-entry-';

/** @returns null when nothing is stored or the browser blocks storage. */
export function readEntry(name: string): string | null {
  try {
    return sessionStorage.getItem(ENTRY_PREFIX + name);
  } catch {
    return null;
  }
}

/** Stores what the user is entering until the tab is closed or they sign out; null removes it. */
export function writeEntry(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(ENTRY_PREFIX + name);
    else sessionStorage.setItem(ENTRY_PREFIX + name, value);
  } catch {
    // Without storage a reload loses it.
  }
}

/** Removes what the user was entering in this tab. */
export function removeEntries(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(ENTRY_PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}

export interface StoredTokens {
  accessToken: string;
  refreshToken: string;
}

/** Stores the refresh token first, so that a tab that sees the new access token also finds its refresh token. */
export function writeTokens({ accessToken, refreshToken }: StoredTokens): void {
  writeStored(STORAGE_KEYS.refreshToken, refreshToken);
  writeStored(STORAGE_KEYS.accessToken, accessToken);
}
