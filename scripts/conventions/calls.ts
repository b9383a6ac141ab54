import type { SourceByPath } from './read-sources.ts';

/** Calls that other programs make, not the web client. */
const callsWithoutScreen: ReadonlySet<string> = new Set(['health', 'ready', 'ramp/ramp-webhook']);

interface WireCall {
  /** Path below `packages/wire/src/`, without suffix, such as `wallet/send-tokens`. */
  readonly name: string;
  /** The constant part of a request's URL: the path up to its first parameter. */
  readonly address: string;
}

/** @returns each call of the wire that lacks its handler, its place in the web client or a test */
export function findUnfinishedCalls(sources: SourceByPath): readonly string[] {
  return listCalls(sources).flatMap((call) => [
    ...(hasHandler(call, sources) ? [] : [`packages/wire/src/${call.name}.ts: no handler.`]),
    ...(hasHook(call, sources) ? [] : [`packages/wire/src/${call.name}.ts: nothing calls it.`]),
    ...(hasTest(call, sources) ? [] : [`packages/wire/src/${call.name}.ts: no test.`]),
  ]);
}

function listCalls(sources: SourceByPath): readonly WireCall[] {
  return [...sources].flatMap(([path, source]) => {
    const name = /^packages\/wire\/src\/(.+)\.ts$/.exec(path)?.[1];
    const address = /\bdefineContract\(\{[\s\S]*?\bpath: '([^'{]+)/.exec(source)?.[1];
    return name && address && !name.endsWith('.test') ? [{ name, address }] : [];
  });
}

/** A call with a folder has its own handler; one without is handled by the HTTP layer itself. */
function hasHandler({ name }: WireCall, sources: SourceByPath): boolean {
  if (name.includes('/')) return sources.has(`apps/api/src/modules/${name}.ts`);
  return isImported(name, sources, /^apps\/api\/src\/(?:http\/|app\.ts)/);
}

function hasHook({ name }: WireCall, sources: SourceByPath): boolean {
  if (callsWithoutScreen.has(name)) return true;
  return isImported(
    name,
    sources,
    /^apps\/web\/src\/(?:features\/[^/]+\/api\/|claims\/api\/|money-form\/api\/|contacts\/api\/|notes\/api\/|lib\/)[^/]+(?<!\.test)\.ts$/,
  );
}

function hasTest({ name, address }: WireCall, sources: SourceByPath): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return [...sources].some(([path, source]) => {
    if (!/\.(?:test|spec)\.tsx?$/.test(path)) return false;
    return (
      source.includes(`'#wire/${name}'`) ||
      source.includes(`/${base}.ts'`) ||
      source.includes(address)
    );
  });
}

function isImported(name: string, sources: SourceByPath, within: RegExp): boolean {
  return [...sources].some(
    ([path, source]) => within.test(path) && source.includes(`'#wire/${name}'`),
  );
}
