/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
  readonly VITE_TERMS_URL?: string;
  readonly VITE_PRIVACY_URL?: string;
  /** Set by the build. */
  readonly KAX_VERSION?: string;
  /** `local` builds a sign-in that needs no server. */
  readonly VITE_AUTH?: string;
}

/**
 * Trusted Types, as far as they are used here. A trusted URL is declared as the string that it stands for.
 * Source: https://w3c.github.io/trusted-types/dist/spec/
 */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;
