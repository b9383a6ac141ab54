import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const required = [
  'start',
  'dev',
  'reset',
  'check',
  'test',
  'e2e',
  'verify',
  'bench',
  'check:security',
  'keys',
  'sbom',
  'screenshots',
];

describe('a Node that is too old', () => {
  it.each(['start', 'api', 'worker', 'shielded-worker'])(
    'is refused in one sentence by %s',
    (name) => {
      const { status, stdout, stderr } = run('20.20.2', 'scripts/run.mjs', name);
      expect(status).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^Kax needs Node 24 or newer .* and this is v20\.20\.2: .*\.\n$/);
    },
  );

  it.each(required)('is refused by npm run %s', (script) => {
    expect(manifest.scripts[script]).toMatch(/^node scripts\/run\.mjs [a-z0-9-]+$/);
  });

  it.each(['build', 'db:generate', 'fix'])('is refused first by npm run %s', (script) => {
    expect(manifest.scripts[script]).toMatch(/^node scripts\/require-node\.mjs && \S/);
  });

  it.each([
    ['22.21.1', 1],
    ['22.22.0', 0],
    ['23.11.0', 1],
    ['24.0.0', 0],
    ['26.1.0', 0],
  ])('matches the engines: Node %s exits with %i', (version, status) => {
    expect(manifest.engines.node).toBe('^22.22.0 || >=24.0.0');
    expect(run(version, 'scripts/require-node.mjs').status).toBe(status);
  });
});

it('lists the programs when none has that name', () => {
  const { status, stderr } = run(process.versions.node, 'scripts/run.mjs', 'nothing');
  expect(status).toBe(2);
  expect(stderr).toContain('api, worker, recovery, shielded-worker');
});

/** Runs a program as if this were another version of Node. */
function run(version: string, ...args: string[]) {
  const disguise = `
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });
  `;
  const loader = `data:text/javascript,${encodeURIComponent(disguise)}`;
  return spawnSync(process.execPath, ['--import', loader, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
}
