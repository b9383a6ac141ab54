import { z } from 'zod';

/** Packages whose lock entry has no license, because their package.json names it in an older form. */
const licenseByName: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  esprima: 'BSD-2-Clause',
  streamsearch: 'MIT',
};

const entryShape = z.object({
  name: z.string().optional(),
  version: z.string(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  /** Of development, and optional in production, where npm installs it too. */
  devOptional: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
const lockShape = z.object({ packages: z.record(z.string(), entryShape) });

type Entry = z.output<typeof entryShape>;

/** A package of the bill, as CycloneDX names its parts. */
interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  /** A package for another platform, or one that is installed only where it works, is optional. */
  readonly scope?: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
  readonly purl?: string;
}

/**
 * @param lock package-lock.json, version 3
 * @returns a bill of materials in CycloneDX 1.6: everything that `npm ci --omit=dev` can install, with its hash and
 * license, and what depends on what. The same lock always gives the same bill, so it has no time and no serial number.
 * Source: https://cyclonedx.org/docs/1.6/json/
 */
export function describeComponents(lock: string) {
  const { packages } = lockShape.parse(JSON.parse(lock));
  const { '': product, ...installed } = packages;
  if (product === undefined) throw new Error('The lock does not name the product.');
  const shipped = Object.entries(installed)
    .filter(([, { dev }]) => !dev)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const paths = new Set(shipped.map(([path]) => path));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: describeProduct(product) },
    components: shipped.map(([path, entry]) => describePackage(path, entry)),
    dependencies: [['', product] as const, ...shipped].map(([path, entry]) => ({
      ref: path === '' ? PRODUCT : path,
      dependsOn: dependenciesOf(path, entry, paths),
    })),
  };
}

const PRODUCT = 'kax';

function describeProduct({ name, version, license }: Entry): Component {
  return {
    type: 'application',
    'bom-ref': PRODUCT,
    name: name ?? PRODUCT,
    version,
    licenses: license === undefined ? [] : [{ expression: license }],
  };
}

function describePackage(path: string, entry: Entry): Component {
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
  const license = entry.license ?? licenseByName[name];
  if (license === undefined) throw new Error(`${path} has no license.`);
  if (entry.integrity === undefined) throw new Error(`${path} has no integrity hash.`);
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version: entry.version,
    scope: entry.optional || entry.devOptional ? 'optional' : 'required',
    hashes: entry.integrity.split(' ').map(hashOf),
    licenses: [{ expression: license }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
  };
}

/** @returns the hash of the package's archive in hex, from `sha512-` and base64 */
function hashOf(integrity: string) {
  const [algorithm = '', base64 = ''] = integrity.split('-', 2);
  const alg = algorithm.replace('sha', 'SHA-');
  return { alg, content: Buffer.from(base64, 'base64').toString('hex') };
}

/** Node looks for a package beside the one that needs it, and then in every folder above. */
function dependenciesOf(path: string, entry: Entry, paths: ReadonlySet<string>): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = entry;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const folders = foldersAbove(path);
  const found = names.flatMap((name) => {
    const candidates = folders.map((folder) => `${folder}node_modules/${name}`);
    return candidates.find((candidate) => paths.has(candidate)) ?? [];
  });
  return [...new Set(found)].sort();
}

/** @returns `a/node_modules/b/`, `a/` and the empty text for `a/node_modules/b` */
function foldersAbove(path: string): readonly string[] {
  if (path === '') return [''];
  const above = path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1));
  return [`${path}/`, ...foldersAbove(above)];
}
