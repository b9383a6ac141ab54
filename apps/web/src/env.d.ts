/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
  readonly VITE_TERMS_URL?: string;
  readonly VITE_PRIVACY_URL?: string;
  /** `local` builds a sign-in that needs no server. */
  readonly VITE_AUTH?: string;
}
