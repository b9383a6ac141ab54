import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startProduct } from '../scripts/product/start-product.ts';

/**
 * Starts the real product once for all browser tests, with nothing stored, and stops it afterwards.
 * Its logs are kept next to the pictures of failed tests.
 */
export default async function startForTests(config: FullConfig): Promise<() => Promise<void>> {
  const { baseURL } = config.projects[0]?.use ?? {};
  const product = await startProduct({ port: Number(new URL(baseURL ?? '').port) });
  return async () => {
    await cp(join(product.dataDir, 'logs'), join(config.rootDir, '../test-results/logs'), {
      recursive: true,
    });
    await product.remove();
  };
}
