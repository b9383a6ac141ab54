import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { warmProver } from '../engine/warm-prover.ts';
import { PROVER_SOURCE } from './build-program.ts';
import { NUMBER_BYTES } from './plain-numbers.ts';
import { hasCompiler } from './proving-keys.test-setup.ts';

/** How many cases of each operation are compared; more than a run of all tests has time for. */
const CASES = Number(process.env.CASES ?? 300);
const ARTIFACTS = join(import.meta.dirname, '../../../../../../.cache/artifacts');
const RECORD_NUMBERS = 8;
const RESPONSE_BYTES = 4 * NUMBER_BYTES;

interface Field {
  readonly zero: Uint8Array;
  readonly one: Uint8Array;
  readonly w: readonly Uint8Array[];
  random(): Uint8Array;
  e(value: bigint): Uint8Array;
  neg(a: Uint8Array): Uint8Array;
  add(a: Uint8Array, b: Uint8Array): Uint8Array;
  sub(a: Uint8Array, b: Uint8Array): Uint8Array;
  mul(a: Uint8Array, b: Uint8Array): Uint8Array;
  inv(a: Uint8Array): Uint8Array;
  isZero(a: Uint8Array): boolean;
  toRprLE(to: Uint8Array, offset: number, a: Uint8Array): void;
  ifft(values: Uint8Array): Promise<Uint8Array>;
  fft(values: Uint8Array): Promise<Uint8Array>;
  batchApplyKey(values: Uint8Array, first: Uint8Array, by: Uint8Array): Promise<Uint8Array>;
}

interface Group {
  readonly g: Uint8Array;
  readonly zeroAffine: Uint8Array;
  toAffine(point: Uint8Array): Uint8Array;
  neg(point: Uint8Array): Uint8Array;
  add(a: Uint8Array, b: Uint8Array): Uint8Array;
  timesFr(point: Uint8Array, factor: Uint8Array): Uint8Array;
}

/** ffjavascript's, whose numbers have the same Montgomery form. */
interface Curve {
  readonly F1: Field;
  readonly F2: Field;
  readonly Fr: Field;
  readonly G1: Group;
  readonly G2: Group;
  terminate(): Promise<void>;
}

const OPERATIONS: readonly string[] = [
  ...['FQ_ADD', 'FQ_SUBTRACT', 'FQ_MULTIPLY', 'FQ_INVERT'],
  ...['FR_ADD', 'FR_SUBTRACT', 'FR_MULTIPLY', 'FR_INVERT'],
  ...['PAIR_ADD', 'PAIR_SUBTRACT', 'PAIR_MULTIPLY', 'PAIR_INVERT'],
  ...['G1_ADD', 'G1_MULTIPLY', 'G2_ADD', 'G2_MULTIPLY'],
  ...['LANES_ADD', 'LANES_SUBTRACT', 'LANES_MULTIPLY', 'LANES_INVERT'],
  ...['PAIR_LANES_MULTIPLY', 'PAIR_LANES_INVERT', 'SHIFT_FOUR'],
];

describe.skipIf(!hasCompiler())('the arithmetic of the prover', () => {
  let folder: string;
  let program: string;
  let curve: Curve;
  let hasLanes = true;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kax-operations-'));
    program = join(folder, 'operations');
    const names = (await readdir(PROVER_SOURCE)).filter((name) => /^(?!main).*\.c$/.test(name));
    const files = names.map((name) => join(PROVER_SOURCE, name));
    const driver = join(PROVER_SOURCE, '../prover-tests/operations.c');
    const flags = ['-std=c17', '-O2', '-pthread', '-o', program, driver];
    await promisify(execFile)('cc', [...flags, ...files]);
    await unpackArtifacts(ARTIFACTS);
    await warmProver(ARTIFACTS);
    curve = (globalThis as unknown as { curve_bn128: Curve }).curve_bn128;
    hasLanes = run('FQ_ADD', []).hasLanes;
  }, 600_000);
  afterAll(async () => {
    await curve.terminate();
    await rm(folder, { recursive: true });
  });

  function run(operation: string, records: readonly (readonly Uint8Array[])[]) {
    const code = OPERATIONS.indexOf(operation);
    const input = records.map((numbers) => {
      const record = Buffer.alloc(1 + RECORD_NUMBERS * NUMBER_BYTES, 0);
      record[0] = code;
      record.set(Buffer.concat(numbers), 1);
      return record;
    });
    const output = execFileSync(program, { input: Buffer.concat(input), maxBuffer: 2 ** 28 });
    const responses = records.map((_, index) =>
      output.subarray(1 + index * RESPONSE_BYTES, 1 + (index + 1) * RESPONSE_BYTES),
    );
    return { hasLanes: output[0] === 1, responses };
  }

  /** Compares the responses, as far as what is expected goes. */
  function compare(
    operation: string,
    cases: readonly { readonly numbers: readonly Uint8Array[]; readonly expected: Uint8Array }[],
  ): void {
    const { responses } = run(
      operation,
      cases.map(({ numbers }) => numbers),
    );
    for (const [index, { numbers, expected }] of cases.entries()) {
      const response = responses[index]?.subarray(0, expected.length).toString('hex');
      const given = numbers.map((each) => Buffer.from(each).toString('hex')).join(' ');
      expect(response, `${operation} of ${given}`).toBe(Buffer.from(expected).toString('hex'));
    }
  }

  function pairsOf<T>(edges: readonly T[], random: () => T): [T, T][] {
    const all = edges.flatMap((left) => edges.map((right): [T, T] => [left, right]));
    while (all.length < CASES) {
      const edge = edges[all.length % (4 * edges.length)];
      all.push(edge === undefined ? [random(), random()] : [edge, random()]);
    }
    return all;
  }

  function elementOf(name: 'F1' | 'F2' | 'Fr', value: bigint): Uint8Array {
    if (name !== 'F2') return curve[name].e(value);
    return new Uint8Array(Buffer.concat([curve.F1.e(value), curve.F1.random()]));
  }

  const inField = (name: 'F1' | 'F2' | 'Fr') => {
    const field = curve[name];
    const single = [
      field.zero,
      field.one,
      field.neg(field.one),
      field.neg(field.add(field.one, field.one)),
    ];
    const high = Array.from({ length: 8 }, (_, power) =>
      elementOf(name, 2n ** BigInt(31 * power + 30)),
    );
    return pairsOf([...single, ...high, ...high.map((each) => field.neg(each))], () =>
      field.random(),
    );
  };

  it.for([
    ['FQ', 'F1'],
    ['FR', 'Fr'],
    ['PAIR', 'F2'],
    ['LANES', 'F1'],
    ['PAIR_LANES', 'F2'],
  ] as const)('of %s is that of ffjavascript', ([prefix, name], { skip }) => {
    skip(prefix.includes('LANES') && !hasLanes, 'This processor has no lanes.');
    const field = curve[name];
    const cases = inField(name);
    const by = {
      ADD: (a: Uint8Array, b: Uint8Array) => field.add(a, b),
      SUBTRACT: (a: Uint8Array, b: Uint8Array) => field.sub(a, b),
      MULTIPLY: (a: Uint8Array, b: Uint8Array) => field.mul(a, b),
      INVERT: (a: Uint8Array) => (field.isZero(a) ? field.zero : field.inv(a)),
    };
    for (const [operation, expected] of Object.entries(by)) {
      const code = `${prefix}_${operation}`;
      if (!OPERATIONS.includes(code)) continue;
      compare(
        code,
        cases.map(([a, b]) => ({ numbers: [a, b], expected: expected(a, b) })),
      );
    }
  });

  it.each(['G1', 'G2'] as const)(
    'adds and multiplies points of %s as ffjavascript does',
    (name) => {
      const group = curve[name];
      const { Fr } = curve;
      const affine = (point: Uint8Array) => group.toAffine(point);
      const random = () => affine(group.timesFr(group.g, Fr.random()));
      const generator = affine(group.g);
      const edges = [group.zeroAffine, generator, affine(group.neg(group.g)), random()];
      const points = pairsOf(edges, random);
      compare(
        `${name}_ADD`,
        points.map(([a, b]) => ({ numbers: [a, b], expected: affine(group.add(a, b)) })),
      );
      const factors = [0n, 1n, 2n, -1n, -2n, 2n ** 128n].map((value) => Fr.e(value));
      compare(
        `${name}_MULTIPLY`,
        points.map(([a], index) => {
          const factor = factors[index] ?? Fr.random();
          const plain = new Uint8Array(NUMBER_BYTES);
          Fr.toRprLE(plain, 0, factor);
          return { numbers: [a, plain], expected: affine(group.timesFr(a, factor)) };
        }),
      );
    },
  );

  it('moves the values of a polynomial as ffjavascript does', async () => {
    const { Fr } = curve;
    const shift = Fr.w[3];
    if (shift === undefined) throw new Error('There is no root of order 8.');
    const cases = await Promise.all(
      inField('Fr').map(async ([a, b]) => {
        const numbers = [a, b, Fr.random(), Fr.add(a, b)];
        const coefficients = await Fr.ifft(new Uint8Array(Buffer.concat(numbers)));
        const expected = await Fr.fft(await Fr.batchApplyKey(coefficients, Fr.one, shift));
        return { numbers, expected };
      }),
    );
    compare('SHIFT_FOUR', cases);
  });
});
