import type { CDPSession, Page } from '@playwright/test';

/** Passkeys belong to a name, and the other tests use an address: `test.use(onLocalhost)`. */
export const onLocalhost = {
  baseURL: async (
    { baseURL }: { baseURL: string | undefined },
    use: (value: string | undefined) => Promise<void>,
  ) => use(baseURL?.replace('127.0.0.1', 'localhost')),
};

/** Devices that keep passkeys, as the browser of a page sees them. */
export interface Authenticators {
  /** Connects a device and disconnects the one before, whose passkeys are gone. */
  replace(): Promise<void>;
  /** Whether the user confirms each prompt. A prompt stays open while no one does. */
  confirm(isConfirming: boolean): Promise<void>;
  /** @returns how many passkeys the connected device has */
  count(): Promise<number>;
}

/** Connects a device whose user confirms each prompt, and which derives secrets. */
export async function connectAuthenticator(page: Page): Promise<Authenticators> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  let authenticatorId = await addAuthenticator(browser);
  return {
    async replace() {
      await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await addAuthenticator(browser);
    },
    async confirm(enabled) {
      await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async count() {
      return (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
        .length;
    },
  };
}

async function addAuthenticator(browser: CDPSession): Promise<string> {
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}
