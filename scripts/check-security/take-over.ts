import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf, findChildren } from '../product/processes.ts';
import type { Product } from '../product/start-product.ts';
import { openRole, type Role } from './role.ts';

const programs = {
  api: 'apps/api/src/main.ts',
  worker: 'apps/api/src/worker.ts',
  'shielded-worker': 'apps/api/src/shielded-worker.ts',
  recovery: 'apps/api/src/recovery.ts',
} as const;

export type ProgramName = keyof typeof programs;

/** What whoever runs code in a process has by that. */
export interface TakenOver {
  readonly pid: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The files that it reads its keys from. */
  readonly keyFolder: string;
  /** Every secret in them, by the name of its file. */
  readonly secrets: ReadonlyMap<string, Uint8Array>;
  /** The database, as the process uses it. */
  readonly role: Role;
}

/** @returns the newest process of a program, or null */
export function findProgram(
  { pid: supervisor }: Pick<Product, 'pid'>,
  name: ProgramName,
): number | null {
  return findChildren(supervisor, programs[name]).at(-1) ?? null;
}

/** Reads what a process was started with: its environment, which names its folder of keys and its database. */
export async function takeOver(product: Product, name: ProgramName): Promise<TakenOver> {
  const pid = findProgram(product, name);
  if (pid === null) throw new Error(`There is no process ${name}.`);
  const environment = environmentOf(pid);
  const { KEY_DIR: keyFolder, DATABASE_URL: databaseUrl } = environment;
  if (keyFolder === undefined || databaseUrl === undefined) {
    throw new Error(`${name} was started without KEY_DIR or DATABASE_URL.`);
  }
  return {
    ...{ pid, environment, keyFolder },
    secrets: await readSecrets(keyFolder),
    role: openRole(databaseUrl),
  };
}

async function readSecrets(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const text = (await readFile(join(folder, entry.name), 'utf8')).trim();
    if (/^([0-9a-f]{2})+$/.test(text)) found.set(entry.name, Buffer.from(text, 'hex'));
  }
  return found;
}
