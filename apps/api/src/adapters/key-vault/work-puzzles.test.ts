import { checkPrimeSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WorkPuzzle } from '../../ports/work-puzzles.ts';
import { createWorkPuzzles } from './work-puzzles.ts';

const now = new Date('2026-01-02T03:04:05Z');
const secret = Buffer.alloc(32, 7);
const puzzles = createWorkPuzzles(secret);
const later = (ms: number) => new Date(now.getTime() + ms);

/** Squares one by one, as every client has to. */
function resultOf({ base, modulus, squarings }: WorkPuzzle): bigint {
  const n = BigInt(`0x${modulus}`);
  let value = BigInt(`0x${base}`);
  for (let done = 0; done < squarings; done += 1) value = (value * value) % n;
  return value;
}

const solve = (puzzle: WorkPuzzle) => `${puzzle.token}.${resultOf(puzzle).toString(16)}`;

describe('a puzzle', () => {
  it.each([1, 2, 3, 512, 513, 5_000])(
    'of %d squarings is solved by squaring, and checked without',
    (squarings) => {
      const puzzle = puzzles.create('sign in', squarings, now);
      expect(puzzles.verify('sign in', solve(puzzle), now)).toMatchObject({
        squarings,
        issuedAt: now,
      });
    },
  );

  it('has a modulus of 1024 bits that is no prime, and the same for every process with the same secret', () => {
    const { modulus } = puzzles.create('sign in', 10, now);
    expect(BigInt(`0x${modulus}`).toString(2)).toHaveLength(1_024);
    expect(checkPrimeSync(BigInt(`0x${modulus}`))).toBe(false);
    expect(createWorkPuzzles(secret).create('sign in', 10, now).modulus).toBe(modulus);
    expect(createWorkPuzzles(randomBytes(32)).create('sign in', 10, now).modulus).not.toBe(modulus);
  });

  it('is checked by another process with the same secret, and by none with another', () => {
    const work = solve(puzzles.create('sign in', 100, now));
    expect(createWorkPuzzles(secret).verify('sign in', work, now)).not.toBeNull();
    expect(createWorkPuzzles(randomBytes(32)).verify('sign in', work, now)).toBeNull();
  });

  it('has a base of its own, so that no work helps with the next', () => {
    const bases = Array.from({ length: 50 }, () => puzzles.create('sign in', 10, now).base);
    expect(new Set(bases).size).toBe(50);
  });

  it('is valid for five minutes', () => {
    const work = solve(puzzles.create('sign in', 100, now));
    expect(puzzles.verify('sign in', work, later(5 * 60_000))).not.toBeNull();
    expect(puzzles.verify('sign in', work, later(5 * 60_000 + 1))).toBeNull();
  });
});

describe('a solution is refused', () => {
  const puzzle = puzzles.create('sign in', 100, now);
  const { token } = puzzle;
  const right = resultOf(puzzle);
  const flipped = (at: number) => {
    const bytes = Buffer.from(token, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return `${bytes.toString('base64url')}.${right.toString(16)}`;
  };

  it('for another purpose', () => {
    expect(puzzles.verify('reset', solve(puzzle), now)).toBeNull();
  });

  it.each([
    ['a squaring short', `${token}.${resultOf({ ...puzzle, squarings: 99 }).toString(16)}`],
    ['one too many', `${token}.${resultOf({ ...puzzle, squarings: 101 }).toString(16)}`],
    ['the base itself', `${token}.${puzzle.base}`],
    ['zero', `${token}.0`],
    ['one', `${token}.1`],
    ['its negative', `${token}.${(BigInt(`0x${puzzle.modulus}`) - right).toString(16)}`],
    ['no result', `${token}.`],
    ['no token', `.${right.toString(16)}`],
    ['nothing', ''],
    ['a longer token', `A${token}.${right.toString(16)}`],
    ['upper case', `${token}.${right.toString(16).toUpperCase()}`],
    ['a result with zeros before', `${token}.${right.toString(16).padStart(257, '0')}`],
    ['a sign', `${token}.-${right.toString(16)}`],
  ])('%s', (_, work) => {
    expect(puzzles.verify('sign in', work, now)).toBeNull();
  });

  it('with any byte of its token changed: fewer squarings or a later time are not believed', () => {
    for (let at = 0; at < 42; at += 1)
      expect(puzzles.verify('sign in', flipped(at), now)).toBeNull();
  });
});

it('a check takes the same time however much work it checks', () => {
  const cost = (squarings: number) => {
    const { token } = puzzles.create('sign in', squarings, now);
    const startedAt = performance.now();
    for (let round = 0; round < 20; round += 1) puzzles.verify('sign in', `${token}.5`, now);
    return (performance.now() - startedAt) / 20;
  };
  cost(1_000);
  expect(cost(4_000_000_000)).toBeLessThan(20);
});
