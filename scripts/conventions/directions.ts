import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SourceByPath } from './read-sources.ts';

const PHYSICAL =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right)\s*:|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float)\s*:\s*(?:left|right)\b)/;

/** Reads the style sheets of the web client. */
export function readStyles(root: string): SourceByPath {
  const paths = globSync('apps/web/src/**/*.css', { cwd: root });
  return new Map(paths.sort().map((path) => [path, readFileSync(resolve(root, path), 'utf8')]));
}

/**
 * Finds styles that name the left or the right, where a language from right to left needs the start or the end of a line.
 * @returns one line for each
 */
export function findPhysicalDirections(styles: SourceByPath): readonly string[] {
  return [...styles].flatMap(([path, source]) =>
    source
      .split('\n')
      .flatMap((line, index) =>
        PHYSICAL.test(line)
          ? [`${path}:${index + 1} names a side, not a start or an end: ${line.trim()}`]
          : [],
      ),
  );
}
