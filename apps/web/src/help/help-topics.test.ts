import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLAIM_LASTS_MS, CLAIM_REMINDERS_MS } from '#domain/claim/claim';
import { CODE_TRIES, CODES_LAST_MS, RESEND_AFTER_S } from '#domain/codes/code-limits';
import { MESSAGE_MAX_CHARACTERS } from '#domain/message/private-message';
import { NOTE_MAX_CHARACTERS } from '#domain/note/own-note';
import { EXPIRES_AFTER_MS } from '#domain/operation/following';
import { REQUEST_DAYS } from '#domain/payment-request/payment-request';
import { DEFAULT_RULES } from '#domain/protection/default-rules';
import { ABSOLUTE_MS, IDLE_MS } from '#domain/session/session-limits';
import { HIGH_SLIPPAGE_BPS } from '#domain/swap/slippage';
import { helpTopics, type TopicId, topicOf } from './help-topics.ts';
import { searchTopics } from './search-topics.ts';

const WEB = join(import.meta.dirname, '..');
const topics = helpTopics.flatMap((group) => group.topics);
const anchors = [...helpTopics.map(({ id }) => id), ...topics.map(({ id }) => id), 'contact'];

test('each anchor of the help page is there once', () => {
  expect(new Set(anchors).size).toBe(anchors.length);
  expect(anchors.filter((anchor) => !/^[a-z]+(?:-[a-z]+)*$/.test(anchor))).toEqual([]);
});

test('each anchor that the product links to exists', () => {
  const linked = sourcesIn(WEB).flatMap((source) =>
    [...source.matchAll(/(?:paths\.helpOn\('|\/help#|<HelpAbout topic=")([^'"#$`]+)['"`]/g)].map(
      ([, anchor]) => anchor,
    ),
  );
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
});

test('each question is found by its own words, and the search ignores case, accents and apostrophes', () => {
  for (const { id, title } of topics) {
    const found = searchTopics(helpTopics, title.toUpperCase().replaceAll('’', "'"));
    expect(found.flatMap((group) => group.topics.map((each) => each.id))).toContain(id);
  }
  const found = searchTopics(helpTopics, 'slíppage');
  expect(found.flatMap((group) => group.topics.map(({ id }) => id))).toContain('slippage');
  expect(searchTopics(helpTopics, 'xylophone')).toEqual([]);
});

test('a short answer has at most two sentences, or three short ones, and a whole one at most four paragraphs', () => {
  for (const { id, text } of topics) {
    const sentences = text[0].split(/[.?!](?: |$)/).filter(Boolean);
    expect([id, sentences.length <= 3, text[0].length <= 260]).toEqual([id, true, true]);
    expect([id, text.length <= 4]).toEqual([id, true]);
  }
});

const DAY_MS = 24 * 60 * 60_000;
const rules = DEFAULT_RULES;

test.each<[TopicId, readonly string[]]>([
  [
    'pay-by-link',
    [`${CLAIM_LASTS_MS / DAY_MS} days`, ...CLAIM_REMINDERS_MS.map((ms) => `${ms / DAY_MS}`)],
  ],
  ['ask-for-money', REQUEST_DAYS.map(String)],
  ['messages-and-notes', [`${MESSAGE_MAX_CHARACTERS} characters`, `to ${NOTE_MAX_CHARACTERS}`]],
  ['slippage', [`${HIGH_SLIPPAGE_BPS / 100}%`]],
  ['lost-phone', [`${IDLE_MS / 60_000} minutes`, `${rules.lostFactorDays} days`]],
  ['lost-contact', [`${rules.contactChangeHours} hours`]],
  ['forgot-password', [`${rules.resetHoldHours} hours`, `$${rules.resetHoldUsd} `]],
  ['freeze', [`${rules.unfreezePasskeyHours} hours`]],
  ['daily-limit', [`$${rules.dailyLimitUsd} `, `${rules.limitRaiseHours} hours`]],
  ['holds', [`${rules.newDeviceMinutes} minutes`, `$${rules.newDeviceUsd}.`]],
  ['scams', [`${CODES_LAST_MS / 60_000} minutes`]],
  ['signed-out', [`${IDLE_MS / 60_000} minutes`, `${ABSOLUTE_MS / 3_600_000} hours`]],
  ['payment-waits', [`${EXPIRES_AFTER_MS / 3_600_000} hours`]],
  ['missing-code', [`${RESEND_AFTER_S} seconds`, `${CODE_TRIES} attempts`]],
])('the numbers of the answer about %s are those of the product', (id, figures) => {
  const text = topicOf(id).text.join(' ');
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([]);
});

test('no answer has a number that was typed again, but for the 12 words and the beginnings of addresses', () => {
  const typed = sourcesIn(join(WEB, 'help/topics')).flatMap((source) =>
    [...source.replaceAll(/\$\{[^}]*\}|^import .*$/gm, '').matchAll(/.{0,20}\d.{0,10}/g)]
      .map(([text]) => text)
      .filter((text) => /\d/.test(text.replaceAll(/12 words|0x address|0zk/g, ''))),
  );
  expect(typed).toEqual([]);
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}
