import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const engine = require.resolve('@railgun-community/engine');
const requireInEngine = createRequire(engine);

/**
 * Loads a part that the engine's `exports` hide, as the instance that the engine itself uses. The type is the
 * caller's promise about the pinned version.
 * @param path below the engine's `dist`; the engine as a whole without one.
 */
export function loadEnginePart<Part>(path = ''): Part {
  return require(join(dirname(engine), path));
}

/** Loads a package that the engine depends on, as the instance that the engine itself uses. */
export function loadEngineDependency<Package>(name: string): Package {
  return requireInEngine(name);
}
