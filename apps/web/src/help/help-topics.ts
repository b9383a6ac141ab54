import type { Topic, TopicGroup } from './topic.ts';
import { adding, balances } from './topics/balances.ts';
import { paying } from './topics/paying.ts';
import { notices, privacy } from './topics/privacy.ts';
import { problems } from './topics/problems.ts';
import { safety } from './topics/safety.ts';
import { swaps } from './topics/swaps.ts';

const all = [balances, paying, adding, swaps, safety, privacy, notices, problems] as const;

/** Everything that the help page answers, in its order. */
export const helpTopics: readonly TopicGroup[] = all;

/** The anchor of a question. */
export type TopicId = (typeof all)[number]['topics'][number]['id'];

/** @returns the question with the anchor */
export function topicOf(id: TopicId): Topic {
  const found = helpTopics.flatMap(({ topics }) => topics).find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`There is no question ${id}.`);
  return found;
}
