import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProcessName, variablesOf } from '../../apps/api/src/environment.ts';
import { environmentOf, findChildren } from './processes.ts';
import { type Product, startProduct } from './start-product.ts';

const programs = {
  api: 'apps/api/src/main.ts',
  worker: 'apps/api/src/worker.ts',
  'shielded-worker': 'apps/api/src/shielded-worker.ts',
  recovery: 'apps/api/src/recovery.ts',
} as const;
type Server = keyof typeof programs;
const names = Object.keys(programs) as readonly Server[];

/** What whoever starts Kax has in their own environment, and no process of Kax is meant to see. */
const FOREIGN = { AWS_SECRET_ACCESS_KEY: 'canary-of-the-shell', SOME_TOKEN: 'canary-of-a-tool' };

const dataDir = mkdtempSync(join(tmpdir(), 'kax-secrets-'));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ dataDir, environment: { ...FOREIGN, TRUSTED_PROXIES: '1' } });
});
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const environmentsByName = () =>
  Object.fromEntries(
    names.map((name) => {
      const [pid = 0] = findChildren(product.pid, programs[name]);
      return [name, environmentOf(pid)];
    }),
  ) as Readonly<Record<Server, Readonly<Record<string, string>>>>;

/** Which processes have a value in their environment, in whatever variable. */
function holdersOf(value: string): readonly Server[] {
  const environments = environmentsByName();
  return names.filter((name) =>
    Object.values(environments[name]).some((each) => each.includes(value)),
  );
}

const isLinux = process.platform === 'linux';

it.runIf(isLinux)('starts each process with its own variables, and what the system needs', () => {
  const environments = environmentsByName();
  for (const name of names) {
    const given = Object.keys(environments[name]).filter((each) => !SYSTEM.includes(each));
    expect(given).toContain('DATABASE_URL');
    expect(given.filter((each) => !variablesOf(name as ProcessName).includes(each))).toEqual([]);
  }
  expect(holdersOf('canary')).toEqual([]);
  // One that only the API reads, and that whoever starts it set.
  expect(environments.api.TRUSTED_PROXIES).toBe('1');
  expect(environments.recovery.TRUSTED_PROXIES).toBeUndefined();
});

it.runIf(isLinux)(
  'has the password of each database role in the environment of its process alone',
  () => {
    const passwords = JSON.parse(
      readFileSync(join(dataDir, 'database', 'passwords.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    const holders = Object.fromEntries(
      Object.entries(passwords).map(([role, password]) => [role, holdersOf(password)]),
    );
    expect(holders).toEqual({
      postgres: [],
      kax: [],
      kax_api: ['api'],
      kax_worker: ['worker'],
      kax_shielded_worker: ['shielded-worker'],
      kax_recovery: ['recovery'],
      kax_operator: [],
    });
  },
);

it.runIf(isLinux)(
  'has the account of each vendor in the environments of those who use it alone',
  () => {
    const { worker, api } = environmentsByName();
    expect(holdersOf(worker.TWILIO_AUTH_TOKEN ?? '')).toEqual(['worker', 'recovery']);
    expect(holdersOf(api.TRANSAK_API_SECRET ?? '')).toEqual(['api', 'worker']);
    expect(holdersOf(api.RANGO_API_KEY ?? '')).toEqual(['api', 'worker']);
  },
);

it.runIf(isLinux)('names a folder of keys that no other process has', () => {
  const environments = environmentsByName();
  for (const name of names) {
    expect(environments[name].KEY_DIR).toBe(join(dataDir, 'keys', name));
  }
});

/** Of the system, of Node, and of the shell that lowers the limit of core files. */
const SYSTEM: readonly string[] = [
  'HOME',
  'KAX_PROCESS_TREE',
  'LANG',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'OLDPWD',
  'PATH',
  'PWD',
  'SHLVL',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  '_',
];
