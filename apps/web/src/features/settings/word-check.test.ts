import { expect, test } from 'vitest';
import { buildWordCheck } from './word-check.ts';

const words = 'test walk dream candy obey plastic ocean sudden junior riot velvet glory'.split(' ');

/** A reproducible sequence, for repeatable tests. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('asks for three different positions, each with the correct word among four different ones', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const checks = buildWordCheck(words, sequence(seed));
    expect(new Set(checks.map(({ index }) => index)).size).toBe(3);
    for (const { index, correct, choices } of checks) {
      expect(correct).toBe(words[index]);
      expect(new Set(choices).size).toBe(4);
      expect(choices).toContain(correct);
    }
  }
});

test('any position can be asked, in any order, with the correct word in any place', () => {
  const requests = new Set<number>();
  const placesOfCorrect = new Set<number>();
  let isUnordered = false;
  for (let seed = 1; seed <= 200; seed += 1) {
    const checks = buildWordCheck(words, sequence(seed));
    for (const { index, correct, choices } of checks) {
      requests.add(index);
      placesOfCorrect.add(choices.indexOf(correct));
    }
    const [first, second] = checks;
    if (first && second && first.index > second.index) isUnordered = true;
  }
  expect([requests.size, placesOfCorrect.size, isUnordered]).toEqual([12, 4, true]);
});

test('a word that appears twice in the phrase is offered once', () => {
  const twice = ['test', 'test', 'walk', 'dream', 'candy'];
  for (const { choices } of buildWordCheck(twice, sequence(7))) {
    expect(new Set(choices).size).toBe(choices.length);
  }
});
