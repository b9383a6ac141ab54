import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './scripts/verification/slow-first.ts';

/**
 * Limits are there to end what hangs, not to judge how quick a machine is: it may have other work. What is waited for
 * is looked at again and again, so a long limit costs nothing where all goes well.
 */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
const exclude = ['**/node_modules/**', 'dist/**', '.data/**'];

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'pure',
          // These share nothing, and most take less time than a process of their own would.
          isolate: false,
          ...patient,
          environment: 'node',
          include: [
            '{apps/api,apps/receipt-check,apps/service-worker,apps/signer,packages,sandbox,scripts}/**/*.test.ts',
          ],
          exclude: [...exclude, '**/*.sandbox.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screen',
          // A window and the libraries for each file took as long as the tests. The set-up clears what files leave.
          isolate: false,
          ...patient,
          environment: 'happy-dom',
          setupFiles: ['apps/web/src/app/screen.test-setup.ts'],
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude,
        },
      },
      {
        test: {
          name: 'sandbox',
          environment: 'node',
          include: ['{apps/api,sandbox,scripts}/**/*.sandbox.test.ts'],
          exclude,
          ...patient,
          globalSetup: 'apps/api/src/adapters/postgres/database-server.test-setup.ts',
          // Shorter than the silence after which `npm test` ends the whole part.
          testTimeout: 840_000,
          hookTimeout: 600_000,
          // What one waits for, blocks and ends of payments, leaves the processor to the others.
          maxWorkers: 3,
        },
      },
    ],
  },
});
