import { expect, test } from 'vitest';
import { buildWordCheck } from './word-check.ts';

const words = 'test walk dream candy obey plastic ocean sudden junior riot velvet glory'.split(' ');

/** A sequence that repeats itself, so that a test does. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('asks for three different places, each with its word among four different ones', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const questions = buildWordCheck(words, sequence(seed));
    expect(new Set(questions.map(({ index }) => index)).size).toBe(3);
    for (const { index, answer, choices } of questions) {
      expect(answer).toBe(words[index]);
      expect(new Set(choices).size).toBe(4);
      expect(choices).toContain(answer);
    }
  }
});

test('every place is asked for, in every order, and the right choice stands anywhere', () => {
  const asked = new Set<number>();
  const placesOfAnswer = new Set<number>();
  let isUnordered = false;
  for (let seed = 1; seed <= 200; seed += 1) {
    const questions = buildWordCheck(words, sequence(seed));
    for (const { index, answer, choices } of questions) {
      asked.add(index);
      placesOfAnswer.add(choices.indexOf(answer));
    }
    const [first, second] = questions;
    if (first && second && first.index > second.index) isUnordered = true;
  }
  expect([asked.size, placesOfAnswer.size, isUnordered]).toEqual([12, 4, true]);
});

test('a word that comes twice is offered once', () => {
  const twice = ['test', 'test', 'walk', 'dream', 'candy'];
  for (const { choices } of buildWordCheck(twice, sequence(7))) {
    expect(new Set(choices).size).toBe(choices.length);
  }
});
