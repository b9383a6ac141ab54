import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import type { Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import {
  type FoundStatement,
  findStatements,
} from '../../apps/api/src/adapters/postgres/statements.test-setup.ts';
import { repository } from '../verification/run-program.ts';

const ADAPTER_FOLDER = 'apps/api/src/adapters/postgres';

/** What connects under each role. `npm run keys` does so as the process whose keys it replaces, and only counts. */
export const PROGRAMS_BY_ROLE: Readonly<Record<Role, readonly string[]>> = {
  kax_api: ['apps/api/src/main.ts', `${ADAPTER_FOLDER}/accounts/pepper-uses.ts`],
  kax_operator: ['scripts/operations.ts', 'scripts/verify-audit.ts'],
  kax_recovery: ['apps/api/src/recovery.ts', `${ADAPTER_FOLDER}/accounts/recovery-wraps.ts`],
  kax_shielded_worker: ['apps/api/src/shielded-worker.ts'],
  kax_worker: ['apps/api/src/worker.ts', `${ADAPTER_FOLDER}/shielded/broadcaster-uses.ts`],
};

const ADAPTER = join(repository, ADAPTER_FOLDER);

/**
 * Bundles programs and reads what is left of the adapter when what they do not use is left out. A function is the
 * smallest part that is left out: a program that calls one method of a `createX` reaches the statements of all of them.
 * @param programs paths below the repository
 * @returns the statements that the programs can run, in the order of `findStatements`
 */
export async function findReachable(
  programs: readonly string[],
): Promise<readonly FoundStatement[]> {
  const namesByPath = await readUsedExports(programs);
  const statements = await findStatements();
  return statements.filter(({ path, name }) => namesByPath.get(path)?.has(name) === true);
}

/** By path below the adapter. */
async function readUsedExports(
  programs: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const bundle = await rolldown({
    input: [...programs],
    cwd: repository,
    platform: 'node',
    logLevel: 'silent',
    external: isPackage,
    treeshake: { manualPureFunctions: ['statement'] },
  });
  try {
    const { output } = await bundle.generate({ format: 'esm' });
    const modules = output.flatMap((part) =>
      part.type === 'chunk' ? Object.entries(part.modules) : [],
    );
    return new Map(
      modules.map(([file, { renderedExports }]) => [
        relative(ADAPTER, file).replaceAll('\\', '/'),
        new Set(renderedExports),
      ]),
    );
  } finally {
    await bundle.close();
  }
}

/** Relative paths, absolute ones of programs, and `#domain/…` are ours. */
function isPackage(id: string): boolean {
  return !/^(?:[./#]|[A-Za-z]:[\\/]|apps\/|scripts\/)/.test(id);
}
