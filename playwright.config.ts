import { defineConfig, devices } from '@playwright/test';
import type { ShapeOption } from './e2e/test.ts';
import { findChromium } from './scripts/browser/chromium.ts';
import { findFreePorts } from './scripts/product/free-ports.ts';

// Workers read this file again; they inherit the port that the first reading chose.
process.env.KAX_E2E_PORT ??= String(await findFreePorts());
const { executablePath, args, env } = await findChromium();
const baseURL = `http://127.0.0.1:${process.env.KAX_E2E_PORT}`;

export default defineConfig<ShapeOption>({
  testDir: 'e2e',
  globalSetup: './e2e/product.ts',
  // These end what hangs; they do not judge how quick a machine is. Expectations look again until they hold, so a long
  // limit costs nothing where all goes well. `npm test` ends a run that makes no progress.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    shapeName: process.env.SHAPE,
    // Recording takes processor time from every test. A failure prints what its pages showed and called;
    // `npx playwright test --trace on PATH` records everything.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What keeps Kax on a device loads all of it, which would slow every test down; those about it allow it.
    serviceWorkers: 'block',
    // Spinners would draw sixty frames a second. `journeys/layout.spec.ts` keeps the animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [...args],
      env: { ...(process.env as Record<string, string>), ...env },
    },
  },
});
