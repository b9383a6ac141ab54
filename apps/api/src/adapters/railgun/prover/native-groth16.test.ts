import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNativeGroth16 } from './native-groth16.ts';
import { ProgramFailed } from './native-program.ts';
import { proveOn } from './proof-terms.ts';
import { readProvingFile } from './proving-files.ts';

const SLOW = { proof: 'of snarkjs', publicSignals: [] } as never;

let folder: string;
let circuit: Buffer;
let key: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-prover-'));
  for (const name of ['wasm', 'zkey']) await writeFile(join(folder, name), name);
  await writeFile(join(folder, 'vkey.json'), '{"nPublic":1}');
  circuit = await readProvingFile(join(folder, 'wasm'));
  key = await readProvingFile(join(folder, 'zkey'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that makes a proof, or what the test says. */
function setUp() {
  const harness = {
    isRight: true,
    failures: 0,
    hasProgram: true,
    made: 0,
    verified: 0,
    witnesses: [] as Uint8Array[],
    reported: [] as string[],
  };
  const { groth16, kind } = createNativeGroth16({
    parts: () =>
      harness.hasProgram
        ? {
            threads: {
              async calculate() {
                const witness = new Uint8Array(64).fill(9, 32, 33);
                harness.witnesses.push(witness);
                return witness;
              },
              stop: async () => undefined,
            },
            pool: {
              async prove(_keyFile, _witness, { signal }) {
                harness.made += 1;
                signal?.throwIfAborted();
                harness.failures -= 1;
                if (harness.failures >= 0) throw new ProgramFailed('It was killed.');
                return new Uint8Array(256).fill(1, 0, 1);
              },
              stop: () => undefined,
            },
          }
        : null,
    slow: {
      fullProve: async () => SLOW,
      async verify() {
        harness.verified += 1;
        return harness.isRight;
      },
    },
    report: ({ message, cause }) => {
      harness.reported.push(`${message} ${(cause as Error).message}`);
    },
  });
  const prove = () => groth16.fullProve({}, circuit, key);
  return { harness, groth16, kind, prove };
}

it('checks a proof once, before it is used, and forgets the witness', async () => {
  const { harness, groth16, prove } = setUp();
  const { proof, publicSignals } = await prove();
  expect(publicSignals).toEqual(['9']);
  expect(proof).toMatchObject({ pi_a: ['1', '0'], pi_c: ['0', '0'] });
  expect(await groth16.verify({}, [9n], proof)).toBe(true);
  expect(harness.verified).toBe(1);
  expect(await groth16.verify({}, [8n], proof)).toBe(true);
  expect(harness.verified).toBe(2);
  expect(harness.witnesses[0]?.some((byte) => byte !== 0)).toBe(false);
});

it('uses no wrong proof, and the program never again', async () => {
  const { harness, kind, prove } = setUp();
  harness.isRight = false;
  expect(kind()).toBe('native');
  expect(await prove()).toBe(SLOW);
  harness.isRight = true;
  expect(await prove()).toBe(SLOW);
  expect([harness.made, kind()]).toEqual([1, 'snarkjs']);
  expect(harness.reported).toHaveLength(1);
  expect(harness.reported[0]).toMatch(/a wrong proof .* witness [0-9a-f]{64}$/);
});

it('starts a program again that was killed, and does without it after the second time', async () => {
  const { harness, kind, prove } = setUp();
  harness.failures = 1;
  expect(await prove()).not.toBe(SLOW);
  expect(harness.reported).toEqual([]);
  harness.failures = 2;
  expect(await prove()).toBe(SLOW);
  expect(kind()).toBe('snarkjs');
  expect(harness.reported).toEqual([
    'The native prover failed twice and is not used again. It was killed.',
  ]);
});

it('ends with the signal of whoever wants the proof, which is no failure', async () => {
  const { harness, kind, prove } = setUp();
  const controller = new AbortController();
  const terms = { urgency: 'interactive', signal: controller.signal } as const;
  const ended = proveOn(terms, async () => {
    controller.abort(new Error('No one waits.'));
    return prove();
  });
  await expect(ended).rejects.toThrow('No one waits.');
  expect([harness.reported, kind()]).toEqual([[], 'native']);
});

it('has snarkjs make what no program can', async () => {
  const { harness, groth16, prove } = setUp();
  const unknown = groth16.fullProve({}, Buffer.from('wasm'), key);
  expect(await unknown).toBe(SLOW);
  harness.hasProgram = false;
  expect(await prove()).toBe(SLOW);
  expect(harness.made).toBe(0);
});
