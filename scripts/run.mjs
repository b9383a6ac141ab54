import './require-node.mjs';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// `node scripts/run.mjs NAME …` runs one of the servers, or scripts/NAME.ts. A Node that cannot read TypeScript gets
// one sentence here; given the .ts file itself, it prints a stack trace.
const servers = {
  api: 'apps/api/src/main.ts',
  worker: 'apps/api/src/worker.ts',
  recovery: 'apps/api/src/recovery.ts',
  'shielded-worker': 'apps/api/src/shielded-worker.ts',
};

const [node, , name = '', ...rest] = process.argv;

// Every process below a program loads what an earlier one has compiled, and starts in about two thirds of the time. Not
// the servers in production: who can write to that folder would choose what runs in the process that opens wallets.
if (servers[name] === undefined) {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '.cache', 'compiled');
  module.enableCompileCache();
}

const file = join(import.meta.dirname, '..', servers[name] ?? `scripts/${name}.ts`);
if (existsSync(file)) {
  process.argv = [node, file, ...rest];
  await import(pathToFileURL(file).href);
} else {
  console.error(
    `There is no ${name || 'program without a name'}: it is ${Object.keys(servers).join(', ')} or a file of scripts.`,
  );
  process.exitCode = 2;
}
