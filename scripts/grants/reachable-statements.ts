import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import type { Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import {
  type FoundStatement,
  findStatements,
} from '../../apps/api/src/adapters/postgres/statements.test-setup.ts';
import { repository } from '../verification/run-program.ts';

/** What connects under each role. */
export const PROGRAMS_BY_ROLE: Readonly<Record<Role, readonly string[]>> = {
  kax_api: ['apps/api/src/main.ts'],
  kax_operator: ['scripts/operations.ts', 'scripts/keys.ts', 'scripts/verify-audit.ts'],
  kax_recovery: ['apps/api/src/recovery.ts'],
  kax_shielded_worker: ['apps/api/src/shielded-worker.ts'],
  kax_worker: ['apps/api/src/worker.ts'],
};

const ADAPTER = join(repository, 'apps/api/src/adapters/postgres');

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
