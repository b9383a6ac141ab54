import type { Language } from '#language/languages';
import { type MessagePart, parseMessage } from '#language/parse-message';

/** What a language needs a text for, of whole numbers (CLDR). Spanish also has "many", for millions, which reads as "other". */
const PLURALS: Readonly<Record<Language, readonly string[]>> = {
  en: ['one', 'other'],
  es: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
};

/** @returns what is wrong with a translation; null when it has the values, tags, choices and plurals that it needs */
export function problemOfTranslation(
  message: string,
  translation: string,
  language: Language,
): string | null {
  if (translation.trim() !== translation || translation === '') return 'has blanks around it';
  let parts: readonly MessagePart[];
  try {
    parts = parseMessage(translation);
  } catch (cause) {
    return String(cause);
  }
  const [wanted, given] = [namesIn(parseMessage(message)), namesIn(parts)];
  if (wanted !== given) return `has ${given || 'no values'} instead of ${wanted || 'none'}`;
  const missing = pluralsIn(parts).flatMap((cases) =>
    PLURALS[language].filter((rule) => !cases.has(rule)),
  );
  return missing.length > 0 ? `lacks ${missing.join(', ')}` : null;
}

/** Values, plurals, choices and tags, each once. */
function namesIn(parts: readonly MessagePart[]): string {
  const names = new Set<string>();
  visit(parts, (part) => {
    if (typeof part === 'string' || part.kind === 'number') return;
    const cases = part.kind === 'select' ? ` ${[...part.cases.keys()].sort().join('|')}` : '';
    names.add(`${part.kind} ${part.name}${cases}`);
  });
  return [...names].sort().join(', ');
}

function pluralsIn(parts: readonly MessagePart[]): readonly ReadonlySet<string>[] {
  const plurals: ReadonlySet<string>[] = [];
  visit(parts, (part) => {
    if (typeof part !== 'string' && part.kind === 'plural')
      plurals.push(new Set(part.cases.keys()));
  });
  return plurals;
}

function visit(parts: readonly MessagePart[], see: (part: MessagePart) => void): void {
  for (const part of parts) {
    see(part);
    if (typeof part === 'string') continue;
    if (part.kind === 'tag') visit(part.parts, see);
    if (part.kind === 'plural' || part.kind === 'select') {
      for (const inside of part.cases.values()) visit(inside, see);
    }
  }
}
