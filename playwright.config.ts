import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/browser/chromium.ts';
import { findFreePorts } from './scripts/product/free-ports.ts';

// Workers read this file again; they inherit the port that the first reading chose.
process.env.KAX_E2E_PORT ??= String(await findFreePorts());
const { executablePath, args, env } = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/product.ts',
  globalTimeout: 870_000,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // A test that fails is taken once more, and told of as flaky when it passes then.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${process.env.KAX_E2E_PORT}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [...args],
      env: { ...(process.env as Record<string, string>), ...env },
    },
  },
});
