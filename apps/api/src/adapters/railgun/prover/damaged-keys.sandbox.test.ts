import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { buildProgram } from './build-program.ts';
import {
  anyWitness,
  BUILDS,
  hasCompiler,
  sectionOf,
  signalsOf,
  smallKey,
} from './proving-keys.test-setup.ts';
import { startProgram } from './proving-program.ts';

/** How many damaged keys and witnesses each build gets; more than a run of all tests has time for. */
const CASES = Number(process.env.CASES ?? 24);
const CACHE = join(import.meta.dirname, '../../../../../../.cache');
/** It says what is wrong with the key or the witness, or proves something else. */
const CLEAN = /^256 bytes$|the key |The witness/;
const REPORT = /AddressSanitizer|runtime error/;
const BYTES_OF_HEADS = 12 * 11;

describe.skipIf(!hasCompiler()).each([
  ['for this processor', BUILDS.watched.lanes],
  ['for any processor', BUILDS.watched.portable],
] as const)('the program that makes proofs, built %s and watched', (_name, flags) => {
  let folder: string;
  let key: Buffer;
  let program: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kax-damaged-'));
    await unpackArtifacts(join(CACHE, 'artifacts'));
    key = smallKey(await readFile(join(CACHE, 'artifacts/artifacts-v2.1/01x02/zkey')));
    file = join(folder, 'key');
    program = await buildProgram(join(CACHE, 'provers'), flags);
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('proves with the key as it is', async () => {
    expect(await endWith(key)).toBe('256 bytes');
  });

  it('refuses a key that was cut off anywhere', async () => {
    for (let cut = 0; cut < CASES; cut += 1) {
      const most = cut % 2 === 0 ? 1_200 : key.length - 1;
      const length = cut < 2 ? cut : (cut * 7_919) % most;
      expectClean(await endWith(key.subarray(0, length)), `${length} bytes`);
    }
  });

  it('survives a key with a changed byte', async () => {
    for (let change = 0; change < CASES; change += 1) {
      const changed = Buffer.from(key);
      const at = placeOf(change);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (change % 8)), at);
      expectClean(await endWith(changed), `byte ${at}`);
    }
  });

  it('survives points and coefficients that are no numbers of the field', async () => {
    for (const section of [4, 5, 6, 7, 8, 9]) {
      const changed = Buffer.from(key);
      const begin = sectionOf(changed, section) + (section === 4 ? 16 : 0);
      changed.fill(0xff, begin, begin + 32);
      expectClean(await endWith(changed), `section ${section}`);
    }
  });

  it('survives any witness', async () => {
    await writeFile(file, key);
    const signals = signalsOf(key);
    const running = startProgram(program, file, 2);
    for (let change = 0; change < CASES; change += 1) {
      const witness = anyWitness(signals, BigInt(change));
      const at = (change * 104_729) % witness.length;
      witness.fill(change, at, Math.min(at + (change % 70), witness.length));
      const ended = await running.prove(witness).then(
        (proof) => `${proof.length} bytes`,
        (cause: Error) => cause.message,
      );
      expectClean(ended, `witness ${change}`);
    }
    expect(running.isRunning()).toBe(true);
    running.kill();
    for (const count of [0, 1, signals - 1, signals + 1]) {
      const other = startProgram(program, file, 2);
      await expect(other.prove(Buffer.alloc(32 * count))).rejects.toThrow(/another circuit/);
      other.kill();
    }
  });

  /** Most of them in the heads of the sections and in the header, where a number says how much there is to read. */
  function placeOf(change: number): number {
    if (change % 3 === 0) return (change * 104_729) % key.length;
    const section = 1 + (change % 9);
    return sectionOf(key, section) - 12 + ((change * 17) % BYTES_OF_HEADS);
  }

  /** @returns how a proof with this key ends */
  async function endWith(bytes: Buffer): Promise<string> {
    await writeFile(file, bytes);
    const running = startProgram(program, file, 2);
    const ended = await running.prove(anyWitness(signalsOf(key), 7n)).then(
      (proof) => `${proof.length} bytes`,
      (cause: Error) => cause.message,
    );
    running.kill();
    return ended;
  }
});

function expectClean(ended: string, given: string): void {
  expect(ended, given).toMatch(CLEAN);
  expect(ended, given).not.toMatch(REPORT);
}
