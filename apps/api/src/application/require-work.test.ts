import { expect, it } from 'vitest';
import { createWorkPuzzles } from '../adapters/key-vault/work-puzzles.ts';
import type { CountedLimits } from '../ports/attempt-limits.ts';
import type { WorkPuzzle } from '../ports/work-puzzles.ts';
import { requireWork } from './require-work.ts';
import { createShadowLimits } from './shadow-limits.ts';

const now = new Date('2026-01-02T03:04:05Z');
const later = (seconds: number) => new Date(now.getTime() + 1_000 * seconds);

/** A store that allows everything: what is refused is refused by what the process counts itself. */
const forgetful: CountedLimits = {
  take: async () => ({ wait: 0, windowEndsAt: null }),
  takeQuota: async () => ({ wait: 0, windowEndsAt: null }),
  count: async (_key, _rule, now) => ({ count: 1, windowEndsAt: now }),
  giveBack: async () => undefined,
  clear: async () => undefined,
  sweep: async () => undefined,
};

function setUp() {
  return {
    puzzles: createWorkPuzzles(Buffer.alloc(32, 7)),
    limits: createShadowLimits(forgetful),
  };
}

function solve(puzzle: WorkPuzzle | undefined): string {
  if (puzzle === undefined) throw new Error('There is no puzzle.');
  const modulus = BigInt(`0x${puzzle.modulus}`);
  let value = BigInt(`0x${puzzle.base}`);
  for (let done = 0; done < puzzle.squarings; done += 1) value = (value * value) % modulus;
  return `${puzzle.token}.${value.toString(16)}`;
}

const needed = (squarings: number, work: string | null = null) => ({
  purpose: 'sign in',
  squarings,
  work,
});

it('asks for nothing at rest', async () => {
  expect(await requireWork(setUp(), needed(0), now)).toBeNull();
  expect(await requireWork(setUp(), needed(0, 'nonsense'), now)).toBeNull();
});

it('refuses without work, with a puzzle whose solution is accepted', async () => {
  const ports = setUp();
  const refusal = await requireWork(ports, needed(100), now);
  expect(refusal).toMatchObject({ refused: 'work-needed', work: { squarings: 100 } });
  expect(await requireWork(ports, needed(100, solve(refusal?.work)), later(1))).toBeNull();
});

it('accepts a solution once, however many use it at the same time', async () => {
  const ports = setUp();
  const work = solve((await requireWork(ports, needed(100), now))?.work);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => requireWork(ports, needed(100, work), now)),
  );
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect(await requireWork(ports, needed(100, work), later(299))).not.toBeNull();
});

it('asks no more of whoever solved its puzzle at once, although the pressure rose meanwhile', async () => {
  const ports = setUp();
  const work = solve((await requireWork(ports, needed(100), now))?.work);
  expect(await requireWork(ports, needed(800, work), later(60))).toBeNull();
});

it('does not honor easy puzzles that were saved up for later', async () => {
  const ports = setUp();
  const work = solve((await requireWork(ports, needed(100), now))?.work);
  const refusal = await requireWork(ports, needed(800, work), later(61));
  expect(refusal).toMatchObject({ refused: 'work-needed', work: { squarings: 800 } });
});

it('refuses work for another purpose', async () => {
  const ports = setUp();
  const work = solve((await requireWork(ports, needed(100), now))?.work);
  const other = { ...needed(100, work), purpose: 'reset' };
  expect(await requireWork(ports, other, now)).toMatchObject({ refused: 'work-needed' });
});
