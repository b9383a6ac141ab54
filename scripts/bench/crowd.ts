import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import type { BenchContext } from './bench-line.ts';
import { signIn, type User } from './user.ts';

/** Long, because creating an account takes almost a second. */
const READY_WITHIN_MS = 180_000;

/** One more API process, and users with accounts on it. */
export interface Crowd {
  readonly api: ApiProcess;
  readonly users: readonly User[];
  end(): Promise<void>;
}

/** Starts it with new accounts, in addition to the seeded users, and signs in as each. */
export async function startCrowd(
  { apiEnvironment }: BenchContext,
  { port, count }: { readonly port: number; readonly count: number },
): Promise<Crowd> {
  const folder = await mkdtemp(join(tmpdir(), 'kax-crowd-'));
  const seeded = JSON.parse(await readFile(apiEnvironment.SEED_ACCOUNTS_FILE ?? '', 'utf8'));
  const newcomers = Array.from({ length: count }, (_, index) => ({
    name: `User ${index}`,
    email: emailOf(index),
    phone: `+1415555${String(2_000 + index)}`,
    password: 'Piggy!Bank7',
  }));
  const accountsFile = join(folder, 'accounts.json');
  await writeFile(accountsFile, JSON.stringify([...seeded, ...newcomers]));
  const api = await startApiProcess(
    {
      ...apiEnvironment,
      SEED_ACCOUNTS_FILE: accountsFile,
      // The production limits allow one address fewer requests.
      REQUESTS_PER_MINUTE: '100000000',
    },
    port,
    READY_WITHIN_MS,
  );
  const users: User[] = [];
  for (const [index] of newcomers.entries()) users.push(await signIn(api.url, emailOf(index)));
  return {
    api,
    users,
    async end() {
      await api.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function emailOf(index: number): string {
  return `crowd-${index}@kax.test`;
}
