import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeComponents } from './describe-components.ts';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(resolve(root, 'package-lock.json'), 'utf8');
interface Entry {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const lock: { packages: Readonly<Record<string, Entry>> } = JSON.parse(text);
const bill = describeComponents(text);
const componentByRef = new Map(bill.components.map((one) => [one['bom-ref'], one]));

describe('the bill of materials', () => {
  it('names every package that production installs with its hash and license, and no other', () => {
    const production = Object.entries(lock.packages).filter(([path, { dev }]) => path && !dev);
    expect(production.length).toBeGreaterThan(500);
    expect([...componentByRef.keys()].sort()).toEqual(production.map(([path]) => path).sort());
    for (const [path, { version, integrity }] of production) {
      const { hashes, ...component } = componentByRef.get(path) ?? {};
      expect(component, path).toMatchObject({ version, licenses: [{ expression: /./ }] });
      const [found] = hashes ?? [];
      const base64 = Buffer.from(found?.content ?? '', 'hex').toString('base64');
      expect(`${found?.alg.replace('SHA-', 'sha')}-${base64}`, path).toBe(integrity);
    }
  });

  it('has what the product itself requires', () => {
    const { dependencies = {} } = lock.packages[''] ?? {};
    const { dependsOn } = bill.dependencies.find(({ ref }) => ref === 'kax') ?? { dependsOn: [] };
    expect(dependsOn).toEqual(
      expect.arrayContaining(Object.keys(dependencies).map((name) => `node_modules/${name}`)),
    );
  });

  it('refers only to what it names, and leaves nothing out that something needs', () => {
    const referred = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(referred.filter((ref) => !componentByRef.has(ref))).toEqual([]);
    const unneeded = [...componentByRef.keys()].filter((ref) => !referred.includes(ref));
    expect(unneeded).toEqual([]);
  });

  it('is the same for the same lock', () => {
    expect(JSON.stringify(describeComponents(text))).toBe(JSON.stringify(bill));
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber/);
  });

  it('finds the nested package before the one above', () => {
    const entry = { version: '1.0.0', integrity: 'sha512-AAAA', license: 'MIT' };
    const { dependencies } = describeComponents(
      JSON.stringify({
        packages: {
          '': { name: 'kax', version: '1.0.0', dependencies: { a: '1', b: '1' } },
          'node_modules/a': { ...entry, dependencies: { b: '2', c: '1' } },
          'node_modules/a/node_modules/b': { ...entry, dependencies: { c: '1' } },
          'node_modules/b': entry,
          'node_modules/c': entry,
        },
      }),
    );
    expect(new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual(
      new Map([
        ['kax', ['node_modules/a', 'node_modules/b']],
        ['node_modules/a', ['node_modules/a/node_modules/b', 'node_modules/c']],
        ['node_modules/a/node_modules/b', ['node_modules/c']],
        ['node_modules/b', []],
        ['node_modules/c', []],
      ]),
    );
  });

  it.each(['integrity', 'license'])('cannot be made when a package has no %s', (field) => {
    const { [field]: _left, ...entry } = {
      ...{ version: '1.0.0', integrity: 'sha512-AAAA', license: 'MIT' },
    } as Record<string, string>;
    const packages = { '': { version: '1.0.0' }, 'node_modules/a': entry };
    expect(() => describeComponents(JSON.stringify({ packages }))).toThrow(
      `node_modules/a has no ${field}`,
    );
  });
});
