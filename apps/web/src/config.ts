import { pageLanguage } from '#language/t';

// Every language but English has documents of its own, named after it.
const ending = pageLanguage() === 'en' ? 'html' : `${pageLanguage()}.html`;

/** Build-time configuration, read only here. Every default works with our own server. */
export const config = {
  /** Base URL of the API, without a trailing slash. */
  apiBase: import.meta.env.VITE_API_BASE ?? '/api',
  termsUrl: import.meta.env.VITE_TERMS_URL ?? `/terms.${ending}`,
  privacyUrl: import.meta.env.VITE_PRIVACY_URL ?? `/privacy.${ending}`,
  /** Of the package that this build was made from. */
  version: import.meta.env.KAX_VERSION ?? 'of unknown version',
} as const;

/** True in development builds. A separate constant, so that the bundler can drop code that depends on it. */
export const isDevelopment = import.meta.env.DEV;

/** True in builds that show the screens without a server. Separate for the same reason. */
export const isLocalAuth = import.meta.env.VITE_AUTH === 'local';
