import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from './build-program.ts';
import { NUMBER_BYTES, readNumber, writeNumber } from './plain-numbers.ts';
import { BUILDS, hasCompiler } from './proving-keys.test-setup.ts';

/** How many points are compared; more than a run of all tests has time for. */
const CASES = Number(process.env.CASES ?? 300);
const PROVERS = join(import.meta.dirname, '../../../../../../.cache/provers');
const FLAGS_OF = {
  'eight at once, if the machine can': BUILDS.fast.lanes,
  'one at a time': BUILDS.fast.portable,
  'eight at once, if the machine can, checked': BUILDS.watched.lanes,
  'one at a time, checked': BUILDS.watched.portable,
} as const;
type Build = keyof typeof FLAGS_OF;
const COMPARED = ['eight at once, if the machine can', 'one at a time'] as const;
const CHECKED = ['eight at once, if the machine can, checked', 'one at a time, checked'] as const;

const P = 2n ** 255n - 19n;
const ORDER = ed25519.Point.Fn.ORDER;
const MOST_POINTS = 65_536;
const GREETING = 'kax1';
const SIGN = 0x80;

/** What the engine multiplies with; the scalar is big-endian, and it throws for what is no point. */
const engine = createRequire(import.meta.url).resolve('@railgun-community/engine');
const { scalarMultiply } = createRequire(dirname(engine))(
  '@railgun-community/curve25519-scalarmult-wasm',
) as { scalarMultiply(point: Uint8Array, scalar: Uint8Array): Uint8Array };

interface Request {
  readonly scalar: bigint;
  readonly points: readonly Uint8Array[];
}

describe.skipIf(!hasCompiler())('the program that multiplies points', () => {
  const programs = new Map<Build, string>();
  beforeAll(async () => {
    for (const [build, flags] of Object.entries(FLAGS_OF)) {
      programs.set(build as Build, await buildProgram(PROVERS, flags));
    }
  }, 600_000);

  const run = (build: Build, input: Buffer) => {
    const options = { input, maxBuffer: 2 ** 28, env: { ASAN_OPTIONS: 'detect_leaks=0' } };
    return spawnSync(programs.get(build) ?? '', ['points'], options);
  };

  /** @returns the products, and null for what is no point, as hex; of each request */
  function multiply(build: Build, requests: readonly Request[]): (string | null)[][] {
    const { stdout, stderr, status } = run(build, Buffer.concat(requests.map(bytesOf)));
    expect(stderr.toString()).toBe('');
    expect(status).toBe(0);
    expect(stdout.toString('latin1', 0, GREETING.length)).toBe(GREETING);
    let at = GREETING.length;
    const products = requests.map(({ points: { length } }) => {
      const first = at + length;
      const flags = stdout.subarray(at, first);
      at = first + length * NUMBER_BYTES;
      return Array.from(flags, (flag, index) =>
        readProduct(flag, stdout.subarray(first + index * NUMBER_BYTES).subarray(0, NUMBER_BYTES)),
      );
    });
    expect(stdout).toHaveLength(at);
    return products;
  }

  function compare(build: Build, requests: readonly Request[]): void {
    const products = multiply(build, requests);
    for (const [index, { scalar, points }] of requests.entries()) {
      for (const [place, point] of points.entries()) {
        const given = `${scalar} times ${hexOf(point)}, ${place + 1} of ${points.length}`;
        expect(products[index]?.[place], given).toBe(productOf(point, scalar));
      }
    }
  }

  it.each(COMPARED)('multiplies any points as the engine does (%s)', (build) => {
    const points = Array.from({ length: CASES }, randomPoint);
    const scalars = [randomScalar(), randomScalar(), randomScalar()];
    compare(
      build,
      scalars.map((scalar) => ({ scalar, points })),
    );
  });

  it.each(COMPARED)(
    'multiplies special points by special scalars as the engine does (%s)',
    (build) => {
      const points = specialPoints();
      const scalars = [...specialScalars(), randomScalar()];
      compare(
        build,
        scalars.map((scalar) => ({ scalar, points })),
      );
    },
  );

  it.each(COMPARED)('tells points from other bytes as the engine does (%s)', (build) => {
    const points = Array.from({ length: CASES }, () => new Uint8Array(randomBytes(NUMBER_BYTES)));
    const scalar = randomScalar();
    compare(build, [{ scalar, points }]);
    const found = multiply(build, [{ scalar, points }])[0]?.filter((each) => each !== null);
    expect(found?.length).toBeGreaterThan(0);
    expect(found?.length).toBeLessThan(CASES);
  });

  it.each(COMPARED)('multiplies few points and many, each of them once (%s)', (build) => {
    const points = [...specialPoints(), ...Array.from({ length: 1_000 }, randomPoint)];
    const counts = [1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1_000];
    compare(
      build,
      counts.map((count, index) => ({
        scalar: randomScalar(),
        points: points.slice(index, index + count),
      })),
    );
  });

  it.each(COMPARED)('takes as many points at once as it says (%s)', (build) => {
    const some = specialPoints();
    const none = new Uint8Array(NUMBER_BYTES);
    const points = Array.from({ length: MOST_POINTS }, (_, at) => some[at % some.length] ?? none);
    const request = { scalar: randomScalar(), points };
    const expected = some.map((point) => productOf(point, request.scalar));
    const products = multiply(build, [request])[0] ?? [];
    expect(products).toEqual(points.map((_, index) => expected[index % some.length]));
  });

  it.each(CHECKED)('reads and writes only what is its own, and stays in bounds (%s)', (build) => {
    const bytes = Array.from({ length: 300 }, () => new Uint8Array(randomBytes(NUMBER_BYTES)));
    compare(build, [
      { scalar: randomScalar(), points: bytes },
      { scalar: ORDER - 1n, points: specialPoints() },
      { scalar: 2n ** 256n - 1n, points: [new Uint8Array(NUMBER_BYTES).fill(0xff)] },
    ]);
  });

  it.each([0, MOST_POINTS + 1, 2 ** 32 - 1])('refuses a request of %s points', (count) => {
    for (const build of COMPARED) {
      const request = bytesOf({ scalar: 2n, points: [randomPoint()] });
      const refused = Buffer.from(request);
      refused.writeUInt32LE(count);
      const { stdout, stderr, status } = run(build, Buffer.concat([request, refused, request]));
      expect(stderr.toString()).toBe(`points: from 1 to ${MOST_POINTS}\n`);
      expect(status).toBe(2);
      expect(stdout).toHaveLength(GREETING.length + 1 + NUMBER_BYTES);
    }
  });

  it('ends with its input, also in the middle of a request', () => {
    const request = bytesOf({ scalar: 2n, points: [randomPoint()] });
    for (const length of [0, 3, 4, 35, 36, request.length - 1]) {
      const { stdout, status } = run('one at a time', request.subarray(0, length));
      expect(stdout.toString('latin1')).toBe(GREETING);
      expect(status).toBe(0);
    }
  });
});

function bytesOf({ scalar, points }: Request): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(points.length);
  return Buffer.concat([count, numberOf(scalar), ...points]);
}

function readProduct(flag: number, product: Buffer): string | null {
  expect([0, 1]).toContain(flag);
  if (flag === 1) return hexOf(product);
  expect(readNumber(product)).toBe(0n);
  return null;
}

/** By the engine's program. */
function productOf(point: Uint8Array, scalar: bigint): string | null {
  try {
    return hexOf(scalarMultiply(point, numberOf(scalar).reverse()));
  } catch (cause) {
    if (String(cause).includes('invalid y coordinate')) return null;
    throw cause;
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function numberOf(value: bigint): Uint8Array {
  const bytes = new Uint8Array(NUMBER_BYTES);
  writeNumber(bytes, value);
  return bytes;
}

/** As that of a wallet, which is below the order. */
function randomScalar(): bigint {
  return readNumber(randomBytes(2 * NUMBER_BYTES)) % ORDER || 1n;
}

function randomPoint(): Uint8Array {
  return ed25519.Point.BASE.multiply(randomScalar()).toBytes();
}

function withSign(point: Uint8Array): Uint8Array {
  const other = new Uint8Array(point);
  other[NUMBER_BYTES - 1] = (other[NUMBER_BYTES - 1] ?? 0) ^ SIGN;
  return other;
}

/** Of small order, with a part of small order, with x = 0, with a y of p or more, and bytes that are no point. */
function specialPoints(): Uint8Array[] {
  const torsion = ED25519_TORSION_SUBGROUP.map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));
  const mixed = torsion.map((each) => {
    const point = ed25519.Point.fromBytes(each);
    return point.add(ed25519.Point.fromBytes(randomPoint())).toBytes();
  });
  const tooHigh = Array.from({ length: 19 }, (_, above) => numberOf(P + BigInt(above)));
  const heights = [0n, 1n, 2n, 3n, P - 3n, P - 2n, P - 1n].map(numberOf);
  const base = ed25519.Point.BASE.toBytes();
  const all = [...torsion, ...mixed, ...tooHigh, ...heights, base];
  return [...all, ...all.map(withSign)];
}

/** With each digit the same, with few digits, and at and above multiples of the order, where the engine reduces them. */
function specialScalars(): bigint[] {
  const near = [1n, 2n, 8n, 15n].flatMap((times) => [-1n, 0n, 1n].map((by) => times * ORDER + by));
  const digits = Array.from({ length: 16 }, (_, digit) =>
    BigInt(`0x0${digit.toString(16).repeat(63)}`),
  );
  const powers = [2n, 3n, 7n, 8n, 9n, 16n, 2n ** 252n, 2n ** 255n, 2n ** 256n - 1n];
  return [...near, ...digits, ...powers];
}
