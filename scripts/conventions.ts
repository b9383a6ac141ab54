import { resolve } from 'node:path';
import { findUnfinishedCalls } from './conventions/calls.ts';
import { findPhysicalDirections, readStyles } from './conventions/directions.ts';
import { findInstallScripts, readInstallFiles } from './conventions/install-scripts.ts';
import { findForbiddenNames } from './conventions/names.ts';
import { readSources } from './conventions/read-sources.ts';
import { findMissingRoutes } from './conventions/routes.ts';
import { findForbiddenWords } from './conventions/words.ts';

// Checks what import rules cannot; every violation is one line that begins with its path.
const root = resolve(import.meta.dirname, '..');
const sources = readSources(root);
const breaches = [
  ...findForbiddenWords(sources),
  ...findForbiddenNames(sources),
  ...findUnfinishedCalls(sources),
  ...findMissingRoutes(sources),
  ...findPhysicalDirections(readStyles(root)),
  ...findInstallScripts(readInstallFiles(root)),
];
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length > 0 ? 1 : 0;
