/** A module that is not in the first load. */
export interface ModuleNode {
  readonly id: string;
  readonly imports: readonly string[];
  /** How many bytes it adds to a compressed file, about. */
  readonly bytes: number;
}

/** A module that is loaded when it is first needed, with all that it imports. */
export interface LazyPart {
  readonly id: string;
  /** How often it is loaded, compared with the others. */
  readonly weight: number;
}

/** What a file of its own costs: a request, its imports and exports, and its name in the first load. */
const BYTES_PER_FILE = 400;
/** How much of the smaller of two files compression saves when they are one. */
const SHARE_SAVED = 0.3;

interface Group {
  readonly modules: readonly string[];
  readonly bytes: number;
  /** Indexes of the parts that need one of the modules. */
  readonly neededBy: ReadonlySet<number>;
  /** Indexes of the groups that it imports, so that whoever loads it loads them too. */
  readonly imports: ReadonlySet<number>;
}

/** By index, which stays the same while groups are joined. */
type Groups = ReadonlyMap<number, Group>;

interface Plan {
  readonly groups: Groups;
  /** The parts that load each group. */
  readonly loadedBy: ReadonlyMap<number, ReadonlySet<number>>;
  /** What all parts load, each as often as it is loaded. */
  readonly cost: number;
}

/**
 * Puts the modules that lazy parts share into files. At first, a file has what exactly the same parts need. Files are
 * joined as long as that saves more than it makes parts load without need.
 * @returns the number of each shared module's file
 */
export function groupModules(
  modules: readonly ModuleNode[],
  parts: readonly LazyPart[],
): ReadonlyMap<string, number> {
  const weights = parts.map(({ weight }) => weight);
  let plan = planOf(sharedGroups(modules, parts), weights);
  for (;;) {
    const next = joinMany(plan, weights);
    if (next === plan) break;
    plan = next;
  }
  const fileOf = new Map<string, number>();
  for (const [index, group] of plan.groups) for (const id of group.modules) fileOf.set(id, index);
  return fileOf;
}

function sharedGroups(modules: readonly ModuleNode[], parts: readonly LazyPart[]): Groups {
  const nodeOf = new Map(modules.map((node) => [node.id, node]));
  const neededBy = new Map<string, Set<number>>();
  for (const [part, { id }] of parts.entries()) {
    const reached = new Set([id]);
    for (const each of reached) {
      const node = nodeOf.get(each);
      if (node === undefined) continue;
      neededBy.set(each, (neededBy.get(each) ?? new Set()).add(part));
      for (const imported of node.imports) reached.add(imported);
    }
  }
  const nodesByNeed = Map.groupBy(
    modules.filter(({ id }) => (neededBy.get(id)?.size ?? 0) > 1),
    ({ id }) => [...(neededBy.get(id) ?? [])].join(),
  );
  const indexOf = new Map<string, number>();
  for (const [index, nodes] of [...nodesByNeed.values()].entries()) {
    for (const { id } of nodes) indexOf.set(id, index);
  }
  return new Map(
    [...nodesByNeed].map(([need, nodes], index) => {
      const imports = new Set(nodes.flatMap((node) => node.imports.map((id) => indexOf.get(id))));
      imports.delete(index);
      imports.delete(undefined);
      return [
        index,
        {
          modules: nodes.map(({ id }) => id),
          bytes: nodes.reduce((sum, { bytes }) => sum + bytes, 0),
          neededBy: new Set(need.split(',').map(Number)),
          imports: imports as Set<number>,
        },
      ];
    }),
  );
}

function planOf(groups: Groups, weights: readonly number[]): Plan {
  const loadedBy = new Map([...groups].map(([index, { neededBy }]) => [index, new Set(neededBy)]));
  const changed = [...groups.keys()];
  for (let index = changed.pop(); index !== undefined; index = changed.pop()) {
    for (const imported of groups.get(index)?.imports ?? []) {
      const known = loadedBy.get(imported);
      const before = known?.size;
      for (const part of loadedBy.get(index) ?? []) known?.add(part);
      if (known?.size !== before) changed.push(imported);
    }
  }
  let cost = 0;
  for (const [index, { bytes }] of groups) {
    cost += weightOf(loadedBy.get(index) ?? [], weights) * (bytes + BYTES_PER_FILE);
  }
  return { groups, loadedBy, cost };
}

function weightOf(parts: Iterable<number>, weights: readonly number[]): number {
  let sum = 0;
  for (const part of parts) sum += weights[part] ?? 0;
  return sum;
}

/** Joins the pairs that promise most, each group at most once. @returns the same plan when no pair saves anything */
function joinMany(plan: Plan, weights: readonly number[]): Plan {
  const taken = new Set<number>();
  let best = plan;
  for (const { first, second } of promisingPairs(plan, weights)) {
    if (taken.has(first) || taken.has(second)) continue;
    const groups = join(best.groups, first, second);
    if (groups === null) continue;
    const next = planOf(groups, weights);
    if (next.cost >= best.cost) continue;
    best = next;
    taken.add(first).add(second);
  }
  return best;
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly gain: number;
}

/** What two groups import besides is not looked at yet. */
function promisingPairs({ groups, loadedBy }: Plan, weights: readonly number[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const indexes = [...groups.keys()];
  for (const [place, first] of indexes.entries()) {
    for (const second of indexes.slice(place + 1)) {
      const [a, b] = [groups.get(first)?.bytes ?? 0, groups.get(second)?.bytes ?? 0];
      const ofFirst = loadedBy.get(first) ?? new Set<number>();
      const ofSecond = loadedBy.get(second) ?? new Set<number>();
      const both = weightOf(
        [...ofFirst].filter((part) => ofSecond.has(part)),
        weights,
      );
      const saved = both * (BYTES_PER_FILE + SHARE_SAVED * Math.min(a, b));
      if (saved === 0) continue;
      const lost =
        (weightOf(ofFirst, weights) - both) * b + (weightOf(ofSecond, weights) - both) * a;
      if (saved > lost) pairs.push({ first, second, gain: saved - lost });
    }
  }
  return pairs.sort((a, b) => b.gain - a.gain);
}

/** @returns null when the files would import each other in a circle */
function join(groups: Groups, first: number, second: number): Groups | null {
  const [a, b] = [groups.get(first), groups.get(second)];
  if (!a || !b || hasDetour(groups, first, second) || hasDetour(groups, second, first)) return null;
  const joined = new Map<number, Group>();
  for (const [index, group] of groups) {
    if (index === second) continue;
    const imports = new Set(group.imports);
    if (imports.delete(second)) imports.add(first);
    joined.set(index, { ...group, imports });
  }
  const imports = new Set([...a.imports, ...b.imports]);
  imports.delete(first);
  imports.delete(second);
  return joined.set(first, {
    modules: [...a.modules, ...b.modules],
    bytes: a.bytes + b.bytes - SHARE_SAVED * Math.min(a.bytes, b.bytes),
    neededBy: new Set([...a.neededBy, ...b.neededBy]),
    imports,
  });
}

/** Whether one group imports the other by way of a third. */
function hasDetour(groups: Groups, from: number, to: number): boolean {
  const reached = new Set(groups.get(from)?.imports);
  reached.delete(to);
  for (const each of reached) {
    for (const imported of groups.get(each)?.imports ?? []) {
      if (imported === to) return true;
      reached.add(imported);
    }
  }
  return false;
}
