import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groth16 } from 'snarkjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { warmProver } from '../engine/warm-prover.ts';
import { buildProgram } from './build-program.ts';
import { ProgramFailed } from './native-program.ts';
import { readNumbers } from './plain-numbers.ts';
import {
  anyWitness,
  BUILDS,
  FIXED_BLINDING,
  hasCompiler,
  signalsOf,
  withDoublesAndOpposites,
  witnessFile,
} from './proving-keys.test-setup.ts';
import { startProgram } from './proving-program.ts';

const CACHE = join(import.meta.dirname, '../../../../../../.cache');
const BLINDING = [FIXED_BLINDING, FIXED_BLINDING + 1n] as const;

describe.skipIf(!hasCompiler())('the program that makes proofs', () => {
  let folder: string;
  let key: Buffer;
  let plain: string;
  let programs: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kax-proving-'));
    await unpackArtifacts(join(CACHE, 'artifacts'));
    await warmProver(join(CACHE, 'artifacts'));
    key = await readFile(join(CACHE, 'artifacts/artifacts-v2.1/01x02/zkey'));
    plain = join(folder, 'plain');
    await writeFile(plain, key);
    programs = [
      await buildProgram(join(CACHE, 'provers'), BUILDS.fast.lanes),
      await buildProgram(join(CACHE, 'provers'), BUILDS.fast.portable),
    ];
  }, 600_000);
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await (globalThis as unknown as { curve_bn128: Curve }).curve_bn128.terminate();
  });

  it.each([1n, 2n])(
    'makes the same proofs as snarkjs, with the same blinding (%s)',
    async (seed) => {
      const witness = anyWitness(signalsOf(key), seed);
      const expected = await proveWithSnarkjs(key, witness);
      for (const program of programs) {
        expect(await proveOnce(program, plain, witness)).toEqual(expected);
      }
    },
  );

  it.each(['01x03', '02x02', '02x03', '08x02'])(
    'does so with the key of %s, too',
    async (circuit) => {
      const file = join(CACHE, 'artifacts/artifacts-v2.1', circuit, 'zkey');
      const other = await readFile(file);
      const witness = anyWitness(signalsOf(other), 8n);
      const expected = await proveWithSnarkjs(other, witness);
      for (const program of programs) {
        expect(await proveOnce(program, file, witness)).toEqual(expected);
      }
    },
  );

  it('adds points that are the same, opposite or at infinity', async () => {
    const file = join(folder, 'doubles');
    const changed = withDoublesAndOpposites(key);
    await writeFile(file, changed);
    const witness = anyWitness(signalsOf(key), 3n);
    const expected = await proveWithSnarkjs(changed, witness);
    for (const program of programs) {
      expect(await proveOnce(program, file, witness)).toEqual(expected);
    }
  });

  it('proves all zeros and all ones', async () => {
    const count = signalsOf(key);
    const ones = Buffer.alloc(32 * count);
    for (let index = 0; index < count; index += 1) ones.writeUInt8(1, 32 * index);
    for (const witness of [Buffer.alloc(32 * count), ones]) {
      const expected = await proveWithSnarkjs(key, witness);
      for (const program of programs) {
        expect(await proveOnce(program, plain, witness)).toEqual(expected);
      }
    }
  });

  it('refuses a signal that is no number of the field, and goes on', async () => {
    const witness = anyWitness(signalsOf(key), 4n);
    const wrong = Buffer.from(witness);
    wrong.fill(0xff, 64, 96);
    const program = startProgram(programs[0] ?? '', plain, 2);
    await expect(program.prove(wrong)).rejects.toThrow('a signal that is no number of the field');
    expect(await program.prove(witness)).toHaveLength(256);
    program.kill();
  });

  it('refuses the witness of another circuit', async () => {
    const program = startProgram(programs[0] ?? '', plain, 2);
    await expect(program.prove(Buffer.alloc(320))).rejects.toThrow(ProgramFailed);
    program.kill();
  });

  it('says so when it is killed in the middle of a proof', async () => {
    const program = startProgram(programs[1] ?? '', plain, 1);
    await program.prove(anyWitness(signalsOf(key), 5n));
    const proof = program.prove(anyWitness(signalsOf(key), 6n));
    setTimeout(() => program.kill(), 20);
    await expect(proof).rejects.toThrow(ProgramFailed);
    expect(program.isRunning()).toBe(false);
  });

  it('is killed with the wrong file, and without one', async () => {
    const missing = startProgram(join(folder, 'nothing'), plain, 1);
    await expect(missing.prove(Buffer.alloc(32))).rejects.toThrow(ProgramFailed);
    const keyless = startProgram(programs[0] ?? '', join(folder, 'nothing'), 1);
    await expect(keyless.prove(Buffer.alloc(32))).rejects.toThrow("the key can't be read");
  });
});

async function proveOnce(file: string, keyFile: string, witness: Buffer) {
  const program = startProgram(file, keyFile, 2);
  try {
    return readNumbers(await program.prove(witness), 8);
  } finally {
    program.kill();
  }
}

/** Everything that snarkjs draws at random. */
interface Curve {
  readonly Fr: { random(): Uint8Array; e(value: bigint): Uint8Array };
  terminate(): Promise<void>;
}

async function proveWithSnarkjs(key: Buffer, witness: Buffer): Promise<readonly bigint[]> {
  const file = (data: Uint8Array) => ({ type: 'mem', data }) as const;
  const { curve_bn128: curve } = globalThis as unknown as { curve_bn128: Curve };
  let drawn = 0;
  const { random } = curve.Fr;
  curve.Fr.random = () => curve.Fr.e(BLINDING[drawn++ % 2] ?? 0n);
  try {
    const { proof } = await groth16.prove(file(new Uint8Array(key)), file(witnessFile(witness)));
    return [
      ...proof.pi_a.slice(0, 2),
      ...proof.pi_b.slice(0, 2).flat(),
      ...proof.pi_c.slice(0, 2),
    ].map(BigInt);
  } finally {
    curve.Fr.random = random;
  }
}
