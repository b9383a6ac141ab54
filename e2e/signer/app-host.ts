import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { test as base, type FrameLocator, type Page } from '@playwright/test';
import type { SignerOutcome } from '#signing/messages/protocol';
import { readSignerResponse } from '#signing/messages/read-response';
import { buildSigner } from '../../scripts/signer/build-signer.ts';
import { readSettings } from '../../scripts/signer/read-settings.ts';
import { serveSigner } from '../../scripts/signer/serve-signer.ts';
import { type Authenticators, connectAuthenticator } from '../passkeys.ts';

const networks = resolve(import.meta.dirname, '../../apps/api/networks.polygon.json');

/** What is served for one worker of the test runner. */
interface Served {
  readonly app: string;
  readonly signer: string;
}

/** The signer in the frame of a page that plays the app. */
export interface SignerHost {
  readonly page: Page;
  readonly frame: FrameLocator;
  readonly devices: Authenticators;
  /** Posts a request as the app does. @returns how it ends */
  request(message: Readonly<Record<string, unknown>>): Promise<SignerOutcome>;
}

/** The signer on its own origin, framed by a page that is no Kax: what that page may and may not do. */
export const test = base.extend<{ host: SignerHost }, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
    async ({}, use) => {
      const html = await readFile(join(import.meta.dirname, 'host.html'));
      const app = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      });
      await new Promise<void>((done) => app.listen(0, '127.0.0.1', done));
      const address = app.address();
      if (address === null || typeof address === 'string') throw new Error('The app has no port.');
      const origin = `http://localhost:${address.port}`;
      const release = await buildSigner(await readSettings(networks, [origin]));
      const signer = await serveSigner(release, { port: 0, appOrigins: [origin] });
      await use({ app: origin, signer: signer.origin });
      await signer.close();
      app.closeAllConnections();
      app.close();
    },
    { scope: 'worker' },
  ],
  host: async ({ page, served }, use) => {
    const misdeeds: string[] = [];
    page.on('pageerror', (error) => misdeeds.push(error.message));
    const devices = await connectAuthenticator(page);
    await page.goto(served.app);
    await openFrame(page, served.signer);
    await use({
      page,
      devices,
      frame: page.frameLocator('iframe'),
      request: (message) =>
        post(page, { channel: 'kax-signer-1', id: crypto.randomUUID(), ...message }),
    });
    base.expect(misdeeds).toEqual([]);
  },
});

/** Frames the signer as the app does, and waits until it takes requests. */
export async function openFrame(page: Page, signer: string): Promise<void> {
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    frame.allow = 'publickey-credentials-get; publickey-credentials-create';
    frame.src = src;
    const ready = new Promise<void>((done) => {
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.event === 'ready') done();
        if (data.event === 'height') frame.style.height = `${data.height}px`;
      });
    });
    document.body.append(frame);
    await ready;
  }, signer);
}

async function post(
  page: Page,
  message: Readonly<Record<string, unknown>>,
): Promise<SignerOutcome> {
  const response = await page.evaluate(
    (sent) =>
      new Promise<unknown>((done) => {
        const frame = document.querySelector('iframe')?.contentWindow;
        addEventListener('message', ({ source, data }) => {
          if (source === frame && data.id === sent.id) done(data);
        });
        frame?.postMessage(sent, '*');
      }),
    message,
  );
  return readSignerResponse(response);
}
