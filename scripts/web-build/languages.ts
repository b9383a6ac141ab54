import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { codeMessage, compactCatalogue } from '#language/catalogue';
import { LANGUAGES, type Language } from '#language/languages';
import { sentenceByCode } from '#wire/errors';
import { helpMessages, pageMessages } from '../texts/all-messages.ts';

const FOLDER = join(import.meta.dirname, '../../packages/language/catalogues');
const PAGE_LANGUAGE = '/packages/language/src/page-language.ts';
const HELP_LANGUAGE = '/apps/web/src/help/help-language.ts';
const PREFIX = 'catalogue:';
const HELP_SUFFIX = '/help';

/** English is in the source. */
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** @returns the translations of a language by their English messages */
export async function readCatalogue(language: Language): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(FOLDER, `${language}.json`), 'utf8'));
}

/**
 * Puts each language into a file of its own, which a page in that language loads before anything that has texts.
 * `theme.js` has decided on the language by then, and begins to load the file. What only Help shows is in another.
 */
export function languages(): Plugin {
  let messages: ReturnType<typeof readMessages> | null = null;
  return {
    name: 'languages',
    enforce: 'pre',
    // A build that watches finds new texts; each reads the sources once for all languages.
    buildStart: () => {
      messages = null;
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (id.endsWith(PAGE_LANGUAGE)) return PAGE_LANGUAGE_SOURCE;
      if (id.endsWith(HELP_LANGUAGE)) return HELP_LANGUAGE_SOURCE;
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const isHelp = id.endsWith(HELP_SUFFIX);
      const name = id.slice(PREFIX.length + 1, isHelp ? -HELP_SUFFIX.length : undefined);
      this.addWatchFile(join(FOLDER, `${name}.json`));
      messages ??= readMessages();
      const { help, others } = await messages;
      const catalogue = await readPageCatalogue(name as Language, isHelp ? help : others);
      const compact = compactCatalogue(isHelp ? catalogue : withCodes(catalogue));
      return `export default ${JSON.stringify(compact)};`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) =>
        TRANSLATED.flatMap((language) => tagOf(language, bundle)),
    },
  };
}

/** @returns what only Help shows, and the other texts of pages */
async function readMessages() {
  const help = new Set(await helpMessages());
  const others = (await pageMessages()).filter((message) => !help.has(message));
  return { help: [...help], others };
}

async function readPageCatalogue(
  language: Language,
  messages: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const catalogue = await readCatalogue(language);
  return Object.fromEntries(messages.map((message) => [message, catalogue[message] ?? message]));
}

/** Adds what each code of a refusal means, for a refusal whose sentence has values. */
function withCodes(catalogue: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const meanings = Object.entries(sentenceByCode).map(([code, sentence]) => [
    codeMessage(code),
    catalogue[sentence] ?? sentence,
  ]);
  return { ...catalogue, ...Object.fromEntries(meanings) };
}

const PAGE_LANGUAGE_SOURCE = `
${loadsOf('')}
async function load(root) {
  try {
    if (root.lang in loads) return [root.lang, (await loads[root.lang]()).default];
  } catch {
    root.lang = 'en';
    root.dir = 'ltr';
  }
  return ['en', null];
}
export const [loadedLanguage, loadedCatalogue] = await load(document.documentElement);
`;

// Without its file, Help is in English.
const HELP_LANGUAGE_SOURCE = `
import { loadedLanguage } from '#language/page-language';
import { addTexts } from '#language/t';
${loadsOf(HELP_SUFFIX)}
try {
  if (loadedLanguage in loads) addTexts((await loads[loadedLanguage]()).default);
} catch {}
`;

function loadsOf(suffix: string): string {
  const loads = TRANSLATED.map((name) => `${name}: () => import('${PREFIX}${name}${suffix}')`);
  return `const loads = { ${loads.join(', ')} };`;
}

/** @returns where \`theme.js\` finds the file of a language; it is read before the scripts */
function tagOf(language: Language, bundle: Rolldown.OutputBundle) {
  const chunk = Object.values(bundle).find(
    (part) => part.type === 'chunk' && part.moduleIds.includes(`\0${PREFIX}${language}`),
  );
  if (chunk === undefined) return [];
  const attrs = { name: `catalogue-${language}`, content: `/${chunk.fileName}` };
  return [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }];
}
