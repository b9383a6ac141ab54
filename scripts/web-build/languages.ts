import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { codeMessage, compactCatalogue } from '#language/catalogue';
import { LANGUAGES, type Language } from '#language/languages';
import { sentenceByCode } from '#wire/errors';
import { pageMessages } from '../texts/all-messages.ts';

const FOLDER = join(import.meta.dirname, '../../packages/language/catalogues');
const PAGE_LANGUAGE = '/packages/language/src/page-language.ts';
const PREFIX = 'catalogue:';

/** English is in the source. */
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** @returns the translations of a language by their English messages */
export async function readCatalogue(language: Language): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(FOLDER, `${language}.json`), 'utf8'));
}

/**
 * Puts each language into a file of its own, which a page in that language loads before anything that has texts.
 * `theme.js` has decided on the language by then, and begins to load the file.
 */
export function languages(): Plugin {
  return {
    name: 'languages',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (id.endsWith(PAGE_LANGUAGE)) return PAGE_LANGUAGE_SOURCE;
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const language = id.slice(PREFIX.length + 1) as Language;
      this.addWatchFile(join(FOLDER, `${language}.json`));
      const text = JSON.stringify(compactCatalogue(withCodes(await readPageCatalogue(language))));
      // Browsers read a long text faster than a program of the same length.
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) =>
        TRANSLATED.flatMap((language) => tagOf(language, bundle)),
    },
  };
}

/** Without the texts of emails. */
async function readPageCatalogue(language: Language): Promise<Readonly<Record<string, string>>> {
  const [catalogue, messages] = await Promise.all([readCatalogue(language), pageMessages()]);
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
const loads = {
  ${TRANSLATED.map((language) => `${language}: () => import('${PREFIX}${language}')`).join(',\n  ')}
};
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

/** @returns where \`theme.js\` finds the file of a language; it is read before the scripts */
function tagOf(language: Language, bundle: Rolldown.OutputBundle) {
  const chunk = Object.values(bundle).find(
    (part) => part.type === 'chunk' && part.moduleIds.includes(`\0${PREFIX}${language}`),
  );
  if (chunk === undefined) return [];
  const attrs = { name: `catalogue-${language}`, content: `/${chunk.fileName}` };
  return [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }];
}
