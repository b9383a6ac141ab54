import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What decides which scripts of packages run on the machine that installs them. */
export interface InstallFiles {
  /** package.json, package-lock.json and .npmrc, as texts. */
  readonly manifest: string;
  readonly lock: string;
  readonly npmrc: string;
}

const manifestShape = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const lockShape = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});

export function readInstallFiles(root: string): InstallFiles {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  return {
    manifest: read('package.json'),
    lock: read('package-lock.json'),
    npmrc: read('.npmrc'),
  };
}

/**
 * npm before 11 runs every install script unless `ignore-scripts` is set, and later ones know `allowScripts` too.
 * @returns each package with an install script that no one has looked at, and whatever would not work without scripts
 */
export function findInstallScripts(files: InstallFiles): readonly string[] {
  const { scripts, allowScripts } = manifestShape.parse(JSON.parse(files.manifest));
  const found = namesWithScript(files.lock);
  const reviewed = Object.keys(allowScripts);
  return [
    ...(/^ignore-scripts=true$/m.test(files.npmrc)
      ? []
      : ['.npmrc: ignore-scripts=true is missing: npm 10 would run every install script.']),
    ...[...found]
      .filter((name) => !reviewed.includes(name))
      .map((name) => `package.json: ${name} has an install script; see CONTRIBUTING.md.`),
    ...reviewed
      .filter((name) => !found.has(name))
      .map((name) => `package.json: allowScripts names ${name}, which has no install script.`),
    ...reviewed
      .filter((name) => allowScripts[name] === true)
      .map((name) => `package.json: allowScripts allows ${name}, but .npmrc lets no script run.`),
    ...Object.keys(scripts)
      .filter((name) => isHook(name, scripts))
      .map((name) => `package.json: npm does not run ${name} where ignore-scripts is set.`),
  ];
}

function namesWithScript(lock: string): ReadonlySet<string> {
  const { packages } = lockShape.parse(JSON.parse(lock));
  const paths = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  return new Set(paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
}

function isHook(name: string, scripts: Readonly<Record<string, string>>): boolean {
  const hooked = /^(?:pre|post)(.+)$/.exec(name)?.[1] ?? '';
  return ['install', 'prepare'].includes(name) || hooked in scripts || hooked === 'install';
}
