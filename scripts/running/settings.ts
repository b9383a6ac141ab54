import { join, resolve } from 'node:path';

/** Where this copy of the product runs. */
export interface RunSettings {
  /** The app; sandbox services use the ports above it. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** A PostgreSQL that replaces the one from npm, or null. */
  readonly databaseUrl: string | null;
  readonly anvilPath: string | null;
  readonly logLevel: string;
}

export const repository = resolve(import.meta.dirname, '..', '..');

const PORTS_ABOVE = 10;

/** Reads the settings from the environment. Throws a sentence that names the invalid variable. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): RunSettings {
  return {
    port: readPort(environment.PORT ?? '7600'),
    dataDir: resolve(repository, environment.DATA_DIR ?? '.data'),
    databaseUrl: environment.DATABASE_URL ?? null,
    anvilPath: environment.ANVIL_PATH ?? null,
    logLevel: environment.LOG_LEVEL ?? 'info',
  };
}

/** The lock of the process that runs in a data directory. */
export function lockFileOf({ dataDir }: RunSettings): string {
  return join(dataDir, 'lock');
}

function readPort(text: string): number {
  const port = Number.parseInt(text, 10);
  if (!/^\d+$/.test(text) || port < 1024 || port > 65_535 - PORTS_ABOVE) {
    throw new Error(`PORT is ${text}; it must be a number from 1024 to ${65_535 - PORTS_ABOVE}.`);
  }
  return port;
}
