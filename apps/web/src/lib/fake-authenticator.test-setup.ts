import { vi } from 'vitest';

/** What the user does with a prompt: confirms it, with or without a secret; closes it; or leaves it open. */
export type PromptOutcome = 'confirmed' | 'confirmed with secret' | 'closed' | 'open';

class FakeResponse {
  readonly clientDataJSON = new Uint8Array([1]).buffer;
  readonly authenticatorData = new Uint8Array([2]).buffer;
  readonly signature = new Uint8Array([3]).buffer;
}

class FakeCredential {
  readonly rawId = new Uint8Array([4]).buffer;
  readonly response = new FakeResponse();
  readonly secret: ArrayBuffer | null;

  constructor(secret: ArrayBuffer | null) {
    this.secret = secret;
  }

  getClientExtensionResults() {
    return this.secret === null ? {} : { prf: { results: { first: this.secret } } };
  }
}

/** The assertion that the API then gets. */
export const FAKE_ASSERTION = {
  id: 'BA',
  clientDataJSON: 'AQ',
  authenticatorData: 'Ag',
  signature: 'Aw',
};
/** The secret of `confirmed with secret`: 32 zeros. */
export const FAKE_SECRET = 'A'.repeat(43);

/**
 * Gives the browser passkeys.
 * @param outcomes of its prompts, one after the other
 * @returns the options of each prompt
 */
export function installAuthenticator(outcomes: readonly PromptOutcome[]) {
  const prompts: CredentialRequestOptions[] = [];
  const get = async (options: CredentialRequestOptions) => {
    prompts.push(options);
    const outcome = outcomes[prompts.length - 1] ?? 'closed';
    if (outcome === 'closed') throw new DOMException('', 'NotAllowedError');
    if (outcome === 'open') {
      return new Promise((_, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    }
    const hasSecret = outcome === 'confirmed with secret';
    return new FakeCredential(hasSecret ? new Uint8Array(32).buffer : null);
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeResponse);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return prompts;
}
