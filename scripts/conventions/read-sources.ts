import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The project's own text files by path from its root. */
export type SourceByPath = ReadonlyMap<string, string>;

/** Reads the files that the conventions check. */
export function readSources(root: string): SourceByPath {
  const paths = globSync('{apps,packages,sandbox,scripts,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path === 'node_modules',
  });
  return new Map(paths.sort().map((path) => [path, readFileSync(resolve(root, path), 'utf8')]));
}
