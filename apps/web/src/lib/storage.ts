/** The keys of the browser's local storage (§3): the five of the specification and the settings of this browser. There are no others. */
export const STORAGE_KEYS = {
  user: 'user',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  isAuthenticated: 'isAuthenticated',
  theme: 'railway-theme',
  settings: 'kax-settings',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** What a sign-out takes away (§9). Theme and settings stay: they belong to the browser and reveal nothing of a user. */
const LOGIN_KEYS: readonly StorageKey[] = [
  STORAGE_KEYS.user,
  STORAGE_KEYS.accessToken,
  STORAGE_KEYS.refreshToken,
  STORAGE_KEYS.isAuthenticated,
];

/** @returns null when nothing is stored, or when the browser keeps nothing for this page. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; where the browser keeps nothing, the page continues without. */
export function writeStored(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The session then lasts as long as the page, which is what such a browser is set to.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Removes the four keys of a signed-in user. */
export function removeLogin(): void {
  for (const key of LOGIN_KEYS) removeStored(key);
}

export interface StoredTokens {
  accessToken: string;
  refreshToken: string;
}

/** Stores both tokens, the refresh token first: whoever sees a new access token finds its partner there. */
export function writeTokens({ accessToken, refreshToken }: StoredTokens): void {
  writeStored(STORAGE_KEYS.refreshToken, refreshToken);
  writeStored(STORAGE_KEYS.accessToken, accessToken);
}
