import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { isPidRunning } from '../processes/process-identity.ts';
import { type Circuit, circuitSource, testCircuits } from './circuits.ts';

const UNFINISHED = '.unfinished';

/**
 * Unpacks the proving files of the test circuits once, about 70 MB, to
 * `directory`/artifacts-v2.1/01x02/{zkey,wasm,vkey.json} etc., where RAILGUN's software looks for
 * them. A circuit's directory appears atomically, so that several processes may unpack into one place.
 * `report` is called with a sentence for every circuit that is unpacked.
 */
export async function unpackArtifacts(
  directory: string,
  report?: (sentence: string) => void,
): Promise<void> {
  const home = join(directory, 'artifacts-v2.1');
  const missing = testCircuits.filter((circuit) => !existsSync(join(home, directoryOf(circuit))));
  if (missing.length === 0) return;
  await mkdir(home, { recursive: true });
  await removeUnfinished(home);
  for (const [index, circuit] of missing.entries()) {
    await unpackCircuit(home, circuit);
    report?.(`unpacked the proving files of circuit ${index + 1} of ${missing.length}`);
  }
}

function directoryOf({ inputs, outputs }: Circuit): string {
  return `${twoDigits(inputs)}x${twoDigits(outputs)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

async function unpackCircuit(home: string, circuit: Circuit): Promise<void> {
  const source = circuitSource(circuit);
  const draft = join(home, `${directoryOf(circuit)}-${process.pid}-${randomUUID()}${UNFINISHED}`);
  await mkdir(draft);
  for (const name of ['zkey', 'wasm']) {
    const packed = await readFile(join(source, `${name}.br`));
    const file = join(draft, name);
    await writeFile(file, await promisify(brotliDecompress)(packed), { flush: true });
  }
  await copyFile(join(source, 'vkey.json'), join(draft, 'vkey.json'));
  await moveUnlessPresent(draft, join(home, directoryOf(circuit)));
}

/** Another process may have been quicker. */
async function moveUnlessPresent(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    await rm(draft, { recursive: true });
  }
}

/** Leftovers of a killed run. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const pid = Number.parseInt(name.split('-')[1] ?? '', 10);
    if (Number.isNaN(pid) || !isPidRunning(pid)) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  }
}
