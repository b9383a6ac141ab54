import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';
import type { Plugin } from 'vite';
import { groupModules, type ModuleNode } from './group-modules.ts';

/** Of what a module takes when it is compressed alone, so much is left in a file with others. */
const SHARE_LEFT = 0.6;

/**
 * Decides which modules that lazy parts share are in one file.
 * @param weights how much more often than others some parts are loaded, by the end of their names
 * @returns a plugin that reads the modules, and the name of each module's file
 */
export function shareModules(weights: ReadonlyMap<string, number>) {
  let fileOf: ReadonlyMap<string, number> = new Map();
  const plugin: Plugin = {
    name: 'share-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const infos = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? []);
      const infoOf = new Map(infos.map((info) => [info.id, info]));
      const inFirstLoad = new Set(infos.flatMap(({ id, isEntry }) => (isEntry ? [id] : [])));
      for (const id of inFirstLoad) {
        for (const imported of infoOf.get(id)?.importedIds ?? []) inFirstLoad.add(imported);
      }
      const modules = infos
        .filter(({ id }) => !inFirstLoad.has(id))
        .map(
          ({ id, importedIds, code }): ModuleNode => ({
            id,
            imports: importedIds,
            bytes: id.endsWith('.css') ? 0 : compressedBytes(code ?? '') * SHARE_LEFT,
          }),
        );
      const parts = [...new Set(infos.flatMap(({ dynamicallyImportedIds: ids }) => ids))];
      fileOf = groupModules(
        modules,
        parts
          .filter((id) => !inFirstLoad.has(id))
          .map((id) => ({ id, weight: weightOf(id, weights) })),
      );
    },
  };
  return {
    plugin,
    nameOf(id: string): string | null {
      const file = fileOf.get(id);
      return file === undefined ? null : `shared-${file}`;
    },
  };
}

/** Its source says little about its size: comments, types and names are gone, and some code compresses better. */
function compressedBytes(code: string): number {
  return gzipSync(minifySync('module.js', code, { module: true }).code).length;
}

function weightOf(id: string, weights: ReadonlyMap<string, number>): number {
  return [...weights].find(([end]) => id.endsWith(end))?.[1] ?? 1;
}
