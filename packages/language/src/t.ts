import type { Literal, TagNames, ValuesOf } from './message-values.ts';
import { createTranslator, type FormattedPart, type Translator } from './translator.ts';

let current: Translator = createTranslator('en', null);

/** Sets the language of this page. What is on the screen already has to be drawn again. */
export function setTranslator(translator: Translator): void {
  current = translator;
}

/**
 * A text in the language of this page, as in `t('You have {count, plural, one {# coin} other {# coins}}', { count })`.
 * The English text is its key.
 */
export function t<const T extends string>(
  message: [TagNames<T>] extends [never] ? Literal<T> : never,
  ...values: ValuesOf<T, string | number>
): string {
  return current.format<string>(message, values[0] ?? {}).join('');
}

/** The same with tags, for whoever draws them. */
export function tParts<Value>(
  message: string,
  values: Readonly<Record<string, Value | number>>,
): readonly FormattedPart<Value>[] {
  return current.format(message, values);
}
