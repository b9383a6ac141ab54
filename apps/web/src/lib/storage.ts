/** All keys in local storage: the five of the specification (§3) and this browser's settings. */
export const STORAGE_KEYS = {
  user: 'user',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  isAuthenticated: 'isAuthenticated',
  theme: 'railway-theme',
  settings: 'kax-settings',
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

/** Removes the four login keys. */
export function removeLogin(): void {
  for (const key of LOGIN_KEYS) removeStored(key);
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
