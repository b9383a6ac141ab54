import { expect, it } from 'vitest';
import { createWorkDemand, FIRST_SQUARINGS, squaringsAt } from './work-demand.ts';

const rules = { freeFailures: 10, failuresPerMinute: 100, mostSquarings: 4_000_000 };
const at = (seconds: number) => new Date(1_800_000_000_000 + 1_000 * seconds);

it('asks for nothing for ten attempts at a name, then for a tenth of a second, doubling to five', () => {
  const demand = createWorkDemand(rules);
  const seconds = Array.from(
    { length: 20 },
    (_, i) => demand.forName(i + 1) / FIRST_SQUARINGS / 10,
  );
  expect(seconds.slice(0, 10)).toEqual(Array(10).fill(0));
  expect(seconds.slice(10)).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5, 5]);
});

it('never asks for more than the most, however many attempts there were', () => {
  expect(squaringsAt(1_000_000, 4_000_000)).toBe(4_000_000);
  expect(squaringsAt(3, 0)).toBe(0);
});

it('sees a burst while it arrives: 32 sign-ins at once are free, later ones cost more and more', () => {
  const demand = createWorkDemand(rules);
  const needed = Array.from({ length: 90 }, () => demand.begin(at(0)));
  expect(needed.slice(0, 32)).toEqual(Array(32).fill(0));
  expect(needed.slice(32, 40)).toEqual([...Array(4).fill(80_000), ...Array(4).fill(160_000)]);
  expect(needed.at(-1)).toBe(4_000_000);
  for (const _ of needed) demand.end();
  expect(demand.begin(at(0))).toBe(0);
});

it('asks everyone for work while many sign-ins fail, this minute or the one before, and then no one', () => {
  const demand = createWorkDemand(rules);
  const needed = (seconds: number) => {
    const squarings = demand.begin(at(seconds));
    demand.end();
    return squarings;
  };
  for (let failed = 0; failed < 99; failed += 1) demand.failed(at(0));
  expect(needed(1)).toBe(0);
  demand.failed(at(1));
  expect(needed(1)).toBe(80_000);
  for (let failed = 0; failed < 100; failed += 1) demand.failed(at(2));
  expect([needed(2), needed(60), needed(119)]).toEqual([160_000, 160_000, 160_000]);
  expect(needed(130)).toBe(0);
});
