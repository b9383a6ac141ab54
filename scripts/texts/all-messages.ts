import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceByAmountProblem } from '#domain/amount/display-to-base-units';
import { everyFailureSentence } from '#domain/operation/failure-sentence';
import { CONTEXT_MESSAGES } from '#domain/password/context-words';
import { PASSWORD_RULES } from '#domain/password/password-rules';
import { wordByRampStatus } from '#domain/ramp/ramp-order';
import { sentenceByCode } from '#wire/errors';
import { findMessagesIn } from './find-messages.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
/** Where the texts of pages are, as `t('…')` and `rich('…')`. */
const PAGES = ['apps/web/src'];
/** The questions and answers of Help, which most visits never load. */
const HELP = '/apps/web/src/help/topics/';
/** The same of emails and text messages. */
const NOTICES = ['apps/api/src/notices'];

/** Sentences that `translated` is given, by what has them. */
const TABLES: readonly Readonly<Record<string, string>>[] = [
  sentenceByCode,
  sentenceByAmountProblem,
  wordByRampStatus,
  CONTEXT_MESSAGES,
];

/** @returns every message that a catalogue translates, each once, in the order of the sources */
export async function allMessages(): Promise<readonly string[]> {
  return [...new Set([...(await pageMessages()), ...(await messagesIn(NOTICES))])];
}

/** @returns those that a page may show */
export async function pageMessages(): Promise<readonly string[]> {
  const found = await findMessagesIn(await sourcesOf(PAGES));
  return [...new Set([...found.map(({ message }) => message), ...sentences()])];
}

/** @returns those of `pageMessages` that only Help shows */
export async function helpMessages(): Promise<readonly string[]> {
  const found = await findMessagesIn(await sourcesOf(PAGES));
  const [help, others] = [true, false].map((isHelp) =>
    found.filter(({ place }) => place.includes(HELP) === isHelp).map(({ message }) => message),
  ) as [string[], string[]];
  const elsewhere = new Set([...others, ...sentences()]);
  return [...new Set(help)].filter((message) => !elsewhere.has(message));
}

function sentences(): readonly string[] {
  return [
    ...TABLES.flatMap((table) => Object.values(table)),
    ...everyFailureSentence(),
    ...PASSWORD_RULES.map(({ message }) => message),
  ];
}

async function messagesIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await findMessagesIn(await sourcesOf(folders));
  return found.map(({ message }) => message);
}

/** @returns the sources of folders, without tests */
async function sourcesOf(folders: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(REPOSITORY, folder), { recursive: true });
      return names
        .filter((name) => /\.tsx?$/.test(name) && !/\.test(?:-setup)?\.tsx?$/.test(name))
        .map((name) => join(REPOSITORY, folder, name));
    }),
  );
  return lists.flat().sort();
}
