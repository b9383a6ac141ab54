import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Abi, Hex } from 'viem';

/** A compiled contract: its interface and its deployment code. */
export interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** Our contracts by name. */
export type Artifacts = Readonly<Record<string, Artifact>>;

const chainSources = join(import.meta.dirname, 'contracts');
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

/**
 * Compiles our Solidity in `sourceDir`, which takes seconds, or reads it from `cacheDir` when the same
 * sources were compiled before. Throws the compiler's message when they do not compile.
 */
export async function compileContracts(
  cacheDir: string,
  sourceDir: string = chainSources,
): Promise<Artifacts> {
  const input = { language: 'Solidity', sources: await readSources(sourceDir), settings };
  const key = createHash('sha256')
    .update(JSON.stringify(input) + compilerVersion())
    .digest('hex');
  const cached = join(cacheDir, `contracts-${key.slice(0, 16)}.json`);
  if (existsSync(cached)) return JSON.parse(await readFile(cached, 'utf8')) as Artifacts;
  const artifacts = readOutput(await compileInWorker(JSON.stringify(input)));
  await keepForNextTime(cached, artifacts).catch(() => {
    // A read-only checkout: it compiles at every first start, which costs only seconds.
  });
  return artifacts;
}

async function keepForNextTime(file: string, artifacts: Artifacts): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(artifacts));
  await rename(draft, file);
}

async function readSources(sourceDir: string): Promise<Record<string, { content: string }>> {
  const sources: Record<string, { content: string }> = {};
  for (const name of (await readdir(sourceDir)).sort()) {
    sources[name] = { content: await readFile(join(sourceDir, name), 'utf8') };
  }
  return sources;
}

function compilerVersion(): string {
  return (createRequire(import.meta.url)('solc/package.json') as { version: string }).version;
}

/** In its own thread: the compiler would block everything else that is starting. */
function compileInWorker(input: string): Promise<string> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const solc = require(workerData.solc);
    parentPort.postMessage(solc.compile(workerData.input));
  `;
  const solc = createRequire(import.meta.url).resolve('solc');
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: { solc, input } });
    worker.once('error', reject);
    worker.once('message', (output: string) => {
      resolve(output);
      void worker.terminate();
    });
  });
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
  >;
}

function readOutput(text: string): Artifacts {
  const output = JSON.parse(text) as CompilerOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || !output.contracts) {
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  }
  const artifacts: Record<string, Artifact> = {};
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      if (evm.bytecode.object === '') continue;
      artifacts[name] = { abi, bytecode: `0x${evm.bytecode.object}` };
    }
  }
  return artifacts;
}
