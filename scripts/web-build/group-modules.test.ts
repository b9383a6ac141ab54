import { expect, test } from 'vitest';
import { groupModules, type ModuleNode } from './group-modules.ts';

const LARGE = 20_000;
const SMALL = 100;

function node(id: string, bytes: number, ...imports: readonly string[]): ModuleNode {
  return { id, bytes, imports };
}

function partsOf(...ids: readonly string[]) {
  return ids.map((id) => ({ id, weight: 1 }));
}

test('what one part alone needs is in no shared file', () => {
  const modules = [node('a', SMALL, 'own', 'both'), node('own', SMALL), node('b', SMALL, 'both')];
  const fileOf = groupModules([...modules, node('both', SMALL)], partsOf('a', 'b'));
  expect([...fileOf.keys()]).toEqual(['both']);
});

test('what the same parts need is one file', () => {
  const modules = [node('a', 0, 'x', 'y'), node('b', 0, 'x', 'y'), node('x', LARGE), node('y', 1)];
  const fileOf = groupModules(modules, partsOf('a', 'b'));
  expect(fileOf.get('x')).toBe(fileOf.get('y'));
});

test('a large module is in no file of a part that can do without it, and a small one may be', () => {
  const modulesWith = (bytes: number) => [
    node('a', 0, 'x', 'y'),
    node('b', 0, 'x', 'y'),
    node('c', 0, 'x'),
    node('x', LARGE),
    node('y', bytes),
  ];
  const large = groupModules(modulesWith(LARGE), partsOf('a', 'b', 'c'));
  expect(large.get('x')).not.toBe(large.get('y'));
  const small = groupModules(modulesWith(SMALL), partsOf('a', 'b', 'c'));
  expect(small.get('x')).toBe(small.get('y'));
});

test('a part that is loaded often decides against one that is not', () => {
  const modules = [
    node('often', 0, 'x', 'y'),
    node('b', 0, 'x'),
    node('c', 0, 'y'),
    node('x', 2_000),
    node('y', 2_000),
  ];
  const together = (weight: number) => {
    const parts = [{ id: 'often', weight }, ...partsOf('b', 'c')];
    const fileOf = groupModules(modules, parts);
    return fileOf.get('x') === fileOf.get('y');
  };
  expect([together(1), together(20)]).toEqual([false, true]);
});

test('no files import each other in a circle', () => {
  const modules = [
    node('a', 0, 'top'),
    node('b', 0, 'middle'),
    node('c', 0, 'bottom'),
    node('d', 0, 'top'),
    node('e', 0, 'middle'),
    node('top', SMALL, 'middle'),
    node('middle', LARGE, 'bottom'),
    node('bottom', SMALL),
  ];
  const fileOf = groupModules(modules, partsOf('a', 'b', 'c', 'd', 'e'));
  const isCircle =
    fileOf.get('top') === fileOf.get('bottom') && fileOf.get('top') !== fileOf.get('middle');
  expect(isCircle).toBe(false);
});
