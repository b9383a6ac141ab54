import type { Catalogue } from './catalogue.ts';
import { DIRECTION_BY_LANGUAGE, type Language, localeByLanguage } from './languages.ts';
import { type MessagePart, parseMessage } from './parse-message.ts';

/** A message in a language, with its values in their places. */
export type FormattedPart<Value> =
  | string
  | Value
  | { readonly tag: string; readonly parts: readonly FormattedPart<Value>[] };

/** Puts messages into one language. */
export interface Translator {
  readonly language: Language;
  /** @returns the translation of a message as it is written; undefined when there is none. */
  translationOf(message: string): string | undefined;
  /** @throws Error when a value is missing. */
  format<Value>(
    message: string,
    values: Readonly<Record<string, Value | number>>,
  ): readonly FormattedPart<Value>[];
}

/** @param catalogue null for English, whose messages are in the source */
export function createTranslator(language: Language, catalogue: Catalogue | null): Translator {
  const parsed = new Map<string, readonly MessagePart[]>();
  const locale = localeByLanguage[language];
  // Making them takes longer than most texts.
  let plurals: Intl.PluralRules | null = null;
  let numbers: Intl.NumberFormat | null = null;
  const rules: Rules = {
    isIsolating: DIRECTION_BY_LANGUAGE[language] === 'rtl',
    pluralOf(count) {
      plurals ??= new Intl.PluralRules(locale);
      return plurals.select(count);
    },
    numberText(value) {
      numbers ??= new Intl.NumberFormat(locale);
      return numbers.format(value);
    },
  };

  function partsOf(message: string): readonly MessagePart[] {
    const known = parsed.get(message);
    if (known !== undefined) return known;
    const parts = parseMessage(catalogue?.(message) ?? message);
    parsed.set(message, parts);
    return parts;
  }

  return {
    language,
    translationOf: (message) => catalogue?.(message),
    format(message, values) {
      return fill(partsOf(message), { ...rules, message, values, count: 0 });
    },
  };
}

interface Rules {
  /** Values keep their own direction, so that a sign or a name stays where it belongs. */
  readonly isIsolating: boolean;
  readonly pluralOf: (count: number) => Intl.LDMLPluralRule;
  readonly numberText: (value: number) => string;
}

interface Filling<Value> extends Rules {
  readonly message: string;
  readonly values: Readonly<Record<string, Value | number>>;
  /** Of the plural around these parts. */
  readonly count: Value | number;
}

function fill<Value>(
  parts: readonly MessagePart[],
  filling: Filling<Value>,
): readonly FormattedPart<Value>[] {
  return parts.flatMap((part): readonly FormattedPart<Value>[] => {
    if (typeof part === 'string') return [part];
    if (part.kind === 'number') return [shown(filling.count, filling)];
    if (part.kind === 'tag') return [{ tag: part.name, parts: fill(part.parts, filling) }];
    const value = valueFor(part.name, filling);
    if (part.kind === 'value') return [shown(value, filling)];
    const { cases, kind } = part;
    const rule = kind === 'plural' ? filling.pluralOf(Number(value)) : String(value);
    const chosen = cases.get(`=${value}`) ?? cases.get(rule) ?? cases.get('other') ?? [];
    return fill(chosen, kind === 'plural' ? { ...filling, count: value } : filling);
  });
}

function valueFor<Value>(name: string, { values, message }: Filling<Value>): Value | number {
  if (!(name in values)) throw new Error(`“${message}” needs a value for “${name}”.`);
  return values[name] as Value | number;
}

function shown<Value>(value: Value | number, rules: Rules): Value | string {
  if (typeof value === 'number') return rules.numberText(value);
  return rules.isIsolating && typeof value === 'string' ? isolated(value) : value;
}

/** Unicode's first strong isolate: the text has the direction of its own first letter, figures from left to right. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
