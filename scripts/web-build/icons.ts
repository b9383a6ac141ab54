import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { IconShape } from '../../apps/web/src/ui/drawn-icon.ts';

/** The module that draws icons in a browser. */
const DRAWN_ICON = join(import.meta.dirname, '../../apps/web/src/ui/drawn-icon.ts');
const ICON_MODULE = /\/lucide-react\/dist\/esm\/icons\/[^/]*\.mjs$/;

/**
 * Imports each icon from its own module, because through the index every icon would seem to be needed wherever one is.
 * That module has only the lines of the icon: what draws them is ours and much smaller than lucide's.
 */
export function importIconsSingly(): Plugin {
  let moduleOf: ReadonlyMap<string, string> = new Map();
  return {
    name: 'import-icons-singly',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      moduleOf = readIconModules();
    },
    async load(id) {
      if (!ICON_MODULE.test(id)) return null;
      const { __iconData: data } = (await import(id)) as { __iconData?: IconData };
      if (data === undefined) return null;
      const [classNames, shapes] = [classNamesOf(data), shapesOf(data)].map((each) =>
        JSON.stringify(each),
      );
      return `import { drawnIcon } from '${DRAWN_ICON}';
export default /* @__PURE__ */ drawnIcon(${classNames}, ${shapes});`;
    },
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes("from 'lucide-react'")) return null;
      return code.replace(/^import \{([^}]*)\} from 'lucide-react';/gm, (_, names: string) =>
        names
          .split(',')
          .map((name) => importOf(name.trim(), moduleOf))
          .join(''),
      );
    },
  };
}

/** An icon as lucide-react describes it. */
export interface IconData {
  readonly name: string;
  readonly size: number;
  readonly aliases?: readonly string[];
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/** @returns the classes that lucide-react gives to an icon */
export function classNamesOf({ name, aliases = [] }: IconData): string {
  return ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
}

/** @returns what an icon consists of, without the keys of its parts, which never change their places */
export function shapesOf({ name, size, node }: IconData): readonly IconShape[] {
  if (size !== 24) throw new Error(`The icon ${name} is not drawn on 24 by 24 units.`);
  return node.map(([tag, { key: _, ...attributes }, ...more]) => {
    if (more.length > 0) throw new Error(`The icon ${name} has parts within parts.`);
    const isLine = tag === 'path' && Object.keys(attributes).join() === 'd';
    return isLine ? (attributes.d ?? '') : [tag, attributes];
  });
}

function importOf(name: string, moduleOf: ReadonlyMap<string, string>): string {
  if (name === '' || name.startsWith('type ')) return '';
  const [exported = '', local = exported] = name.split(' as ');
  const module = moduleOf.get(exported);
  if (module === undefined) throw new Error(`lucide-react has no icon ${exported}`);
  return `import ${local} from '${module}';`;
}

function readIconModules(): ReadonlyMap<string, string> {
  const root = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
  const index = readFileSync(join(root, 'dist/esm/lucide-react.mjs'), 'utf8');
  const moduleOf = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(
    /export \{([^}]*)\} from '(\.\/icons\/[^']*)'/g,
  )) {
    for (const name of names.split(',')) {
      moduleOf.set(name.trim().replace('default as ', ''), join(root, 'dist/esm', file));
    }
  }
  return moduleOf;
}
