import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', 'dist/**', '.data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          environment: 'node',
          include: ['{apps/api,packages,sandbox,scripts}/**/*.test.ts'],
          exclude: [...exclude, '**/*.sandbox.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screen',
          environment: 'happy-dom',
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
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
