import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the source is. */
export const PROVER_SOURCE = join(import.meta.dirname, '../../../../../../native/prover');
const FLAGS = ['-std=c17', '-O3', '-pthread'] as const;
/** On a slow and busy machine it takes half a minute. */
const GIVES_UP_AFTER_MS = 300_000;

const PROGRAM = 'prover';

/** A directory beside the program, with what `randomUUID` gives. */
const UNFINISHED = /^prover-[0-9a-f]{16}\.[0-9a-f-]{36}$/;

/**
 * Compiles the prover, once for each version of its source and of the flags.
 * @param directory where it is kept
 * @returns its path. Rejects where there is no C compiler, or it can't compile it.
 */
export async function buildProgram(
  directory: string,
  flags: readonly string[] = FLAGS,
  signal?: AbortSignal,
): Promise<string> {
  const names = (await readdir(PROVER_SOURCE)).sort();
  const hash = createHash('sha256').update(JSON.stringify([flags, names]));
  for (const name of names) hash.update(await readFile(join(PROVER_SOURCE, name)));
  const program = join(directory, `prover-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(directory, { recursive: true });
  await removeUnfinished(directory);
  // Several processes may build it at once; each puts a whole one in its place.
  const unfinished = `${program}.${randomUUID()}`;
  await mkdir(unfinished);
  try {
    await compile(names, { flags, into: unfinished, signal });
    await rename(join(unfinished, PROGRAM), program);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return program;
}

interface Compilation {
  readonly flags: readonly string[];
  readonly into: string;
  readonly signal: AbortSignal | undefined;
}

/** One file after the other: of a process that was killed, nothing runs on for longer than it takes to compile one. */
async function compile(names: readonly string[], { flags, into, signal }: Compilation) {
  const objects: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.c'))) {
    const object = join(into, `${name}.o`);
    await runCompiler([...flags, '-c', '-o', object, join(PROVER_SOURCE, name)], signal);
    objects.push(object);
  }
  await runCompiler([...flags, '-o', join(into, PROGRAM), ...objects], signal);
}

/** A compiler runs others, which are ended with it: left alone, they would outlast this process. */
async function runCompiler(of: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const compiler = spawn('cc', of, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const end = () => {
    if (compiler.pid === undefined || compiler.exitCode !== null) return;
    process.kill(-compiler.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, GIVES_UP_AFTER_MS);
  signal?.addEventListener('abort', end);
  process.on('exit', end);
  let said = '';
  compiler.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1_000);
  });
  try {
    const [code] = await once(compiler, 'close');
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`The compiler ended with ${code}. ${said}`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    process.off('exit', end);
  }
}

/** What a process that was killed left behind. */
async function removeUnfinished(directory: string): Promise<void> {
  const unfinished = (await readdir(directory)).filter((name) => UNFINISHED.test(name));
  for (const name of unfinished) {
    const file = join(directory, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > GIVES_UP_AFTER_MS) await rm(file, { recursive: true, force: true });
  }
}
