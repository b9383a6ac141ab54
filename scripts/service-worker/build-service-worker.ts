import { resolve } from 'node:path';
import { bundleScript } from '../web-build/bundle-script.ts';

/** Its path never changes: browsers look there for a newer version. */
export const SERVICE_WORKER_FILE = 'sw.js';

/** @returns the service worker as one script */
export function buildServiceWorker(): Promise<string> {
  return bundleScript(resolve(import.meta.dirname, '../../apps/service-worker/src/main.ts'));
}
