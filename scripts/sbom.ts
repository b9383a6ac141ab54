import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeComponents } from './sbom/describe-components.ts';

// Prints which packages production installs, from package-lock.json: `npm run --silent sbom > kax.cdx.json`.
const root = resolve(import.meta.dirname, '..');
const bill = describeComponents(readFileSync(join(root, 'package-lock.json'), 'utf8'));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
