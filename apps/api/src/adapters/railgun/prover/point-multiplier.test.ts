import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPointMultiplier, type MultiplyPoint } from './point-multiplier.ts';

const SCALAR = new Uint8Array(32).fill(1);
const POINTS = new Uint8Array(64);
const PRODUCT = Buffer.alloc(32, 'k');
/** Of a point and of what is none. */
const RESPONSE = `\\1\\0${'k'.repeat(32)}${'\\0'.repeat(32)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-multiplier-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that says this as often, whatever it is asked, and ends. */
async function setUp(said: string, multiplySlowly: MultiplyPoint, times = 1) {
  const file = join(folder, 'program');
  const response = `printf '${said}'\n`.repeat(times);
  const lines = ["printf 'kax1'", response, 'head -c 4 > /dev/null'];
  await writeFile(file, `#!/bin/sh\nPATH=/bin:/usr/bin\n${lines.join('\n')}\n`);
  await chmod(file, 0o700);
  const reported: string[] = [];
  const multiplier = createPointMultiplier({
    file: () => file,
    multiplySlowly,
    report: ({ message }) => reported.push(message),
  });
  return { multiplier, reported };
}

const slowly: MultiplyPoint = () => PRODUCT;
const WRONG =
  'The native multiplication was wrong and is not used again. Notes may be missing: empty SHIELDED_DIR.';

it('returns what the program says of each point', async () => {
  const { multiplier, reported } = await setUp(RESPONSE, slowly);
  const found = await multiplier.multiply(SCALAR, POINTS);
  expect(found?.isPoint).toEqual(Buffer.from([1, 0]));
  expect(found?.products.subarray(0, 32)).toEqual(PRODUCT);
  expect(reported).toEqual([]);
  multiplier.stop();
  expect(await multiplier.multiply(SCALAR, POINTS)).toBeNull();
  expect(reported).toEqual([]);
});

it.each([
  ['a product', Buffer.alloc(32, 'x')],
  ['a point', null],
])('never uses a program again that is wrong about %s', async (_what, right) => {
  const { multiplier, reported } = await setUp(RESPONSE, () => right);
  expect(await multiplier.multiply(SCALAR, POINTS)).toBeNull();
  expect(await multiplier.multiply(SCALAR, POINTS)).toBeNull();
  expect(reported).toEqual([WRONG]);
});

it('checks another one of the products each time', async () => {
  const checked: number[] = [];
  const points = Buffer.from([...Array(32).fill(0), ...Array(32).fill(1)]);
  const response = `\\1\\1${'k'.repeat(64)}`;
  const remember: MultiplyPoint = (_scalar, [first = 9]) => {
    checked.push(first);
    return PRODUCT;
  };
  const { multiplier } = await setUp(response, remember, 300);
  for (let request = 0; request < 300; request += 1) await multiplier.multiply(SCALAR, points);
  expect(checked).toEqual([0, 1, 0]);
  multiplier.stop();
});

it('goes on without a program that ends, and starts another one', async () => {
  const { multiplier, reported } = await setUp('\\1', slowly);
  const first = multiplier.multiply(SCALAR, POINTS);
  const second = multiplier.multiply(SCALAR, POINTS);
  expect([await first, await second]).toEqual([null, null]);
  const message = 'A scan continues without the native program.';
  expect(reported).toEqual([message, message]);
  multiplier.stop();
});

it('is not there without a program', async () => {
  const multiplier = createPointMultiplier({
    file: () => null,
    multiplySlowly: slowly,
    report: () => undefined,
  });
  expect(await multiplier.multiply(SCALAR, POINTS)).toBeNull();
});
