import { foldText } from '../lib/fold-text.ts';
import type { Topic, TopicGroup } from './topic.ts';

/** @returns the groups with the questions that have every word of the query, in the question, its answer or its group */
export function searchTopics(groups: readonly TopicGroup[], query: string): readonly TopicGroup[] {
  const words = wordsOf(query);
  return groups
    .map((group) => ({
      ...group,
      topics: group.topics.filter((each) => hasAll(textOf(group, each), words)),
    }))
    .filter(({ topics }) => topics.length > 0);
}

function textOf(group: TopicGroup, { title, text }: Topic): string {
  return searchable([group.title, title, ...text].join('\n'));
}

function wordsOf(query: string): readonly string[] {
  return searchable(query).split(/\s+/).filter(Boolean);
}

/** People type straight apostrophes. */
function searchable(text: string): string {
  return foldText(text).replaceAll('’', "'");
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
