import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleScript } from '../web-build/bundle-script.ts';
import { type BuiltPart, hashOf, listFiles } from './list-files.ts';

/** Its path never changes: browsers look there for a newer version. */
export const SERVICE_WORKER_FILE = 'sw.js';

/** The list of files that a service worker keeps. */
interface WrittenList {
  readonly list: string;
  readonly integrity: string;
}

/**
 * @param build null from the sources, which it doesn't keep
 * @returns the service worker as one script
 */
export async function buildServiceWorker(build: WrittenList | null): Promise<string> {
  const main = resolve(import.meta.dirname, '../../apps/service-worker/src/main.ts');
  return `const BUILD=${JSON.stringify(build)};${await bundleScript(main)}`;
}

/** Adds the service worker to a build that is written, with the list of files that it keeps. */
export async function writeServiceWorker(
  folder: string,
  parts: readonly BuiltPart[],
): Promise<void> {
  const text = JSON.stringify(await listFiles(folder, parts));
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const list = `/assets/${name}.json`;
  await writeFile(join(folder, list), text);
  const script = await buildServiceWorker({ list, integrity: hashOf(text) });
  await writeFile(join(folder, SERVICE_WORKER_FILE), script);
}
