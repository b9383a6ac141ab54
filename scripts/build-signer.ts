import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSigner, writeSigner } from './signer/build-signer.ts';
import { readSettings } from './signer/read-settings.ts';

// Builds a release of the signer and prints its hash:
// `npm run build:signer -- --app https://kax.example [--networks FILE] [--out FOLDER]`.
const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    app: { type: 'string', multiple: true },
    networks: { type: 'string', default: join(root, 'apps/api/networks.polygon.json') },
    out: { type: 'string', default: join(root, 'dist/signer') },
  },
});
if (values.app === undefined) {
  console.error('Name the origin of the app: npm run build:signer -- --app https://kax.example');
  process.exitCode = 2;
} else {
  const release = await buildSigner(await readSettings(values.networks, values.app));
  await writeSigner(release, values.out);
  for (const [path, content] of release.files) {
    console.log(`${path}  ${gzipSync(content, { level: 9 }).length} bytes gzipped`);
  }
  console.log(`Release ${release.hash} in ${values.out}`);
}
