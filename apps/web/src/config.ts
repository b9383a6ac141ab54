/** What the build was configured with, read in one place. Every value has a default that works with our own server. */
export const config = {
  /** Where the API is, without a slash at the end. */
  apiBase: import.meta.env.VITE_API_BASE ?? '/api',
  termsUrl: import.meta.env.VITE_TERMS_URL ?? '/terms.html',
  privacyUrl: import.meta.env.VITE_PRIVACY_URL ?? '/privacy.html',
} as const;

/** True in development builds. It is alone so that a bundler can leave out what hangs on it. */
export const isDevelopment = import.meta.env.DEV;

/** True in builds that show the screens without a server. It is alone for the same reason. */
export const isLocalAuth = import.meta.env.VITE_AUTH === 'local';
