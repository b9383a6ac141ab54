import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WITHIN_MS = 1_800_000;
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs a program of this folder and reads what it measured from the last line of its output. */
export async function runMeasuring<Times>(program: string): Promise<Times> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, program)],
    { timeout: WITHIN_MS, maxBuffer: MOST_OUTPUT_BYTES },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
