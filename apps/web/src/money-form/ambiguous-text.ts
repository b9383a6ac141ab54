import { t } from '#language/t';

/** @returns the sentence below a text that means two amounts */
export function ambiguousText([first, second]: readonly [string, string]): string {
  return t('Did you mean {first} or {second}? Type it one of these ways.', { first, second });
}
