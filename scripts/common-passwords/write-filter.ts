import { foldCase } from '#domain/password/fold-case';
import { canBeCore } from '#domain/password/password-cores';
import { markOf } from '../../apps/api/src/adapters/common-passwords/password-mark.ts';
import type { CommonList } from './read-list.ts';

/**
 * @returns the bytes that `readMarks` reads, the same for the same list. Passwords that no allowed password can be made
 *   from, such as 123456, are left out: nothing would ever find them.
 */
export function writeFilter({ commonest, allowedByRules }: CommonList): Buffer {
  const cores = [...commonest, ...allowedByRules].filter(canBeCore).map(foldCase);
  const marks = [...new Set(cores.map(markOf))].sort((one, other) => one - other);
  return Buffer.from(marks.flatMap((mark, index) => toLeb128(mark - (marks[index - 1] ?? 0))));
}

function toLeb128(distance: number): readonly number[] {
  const rest = Math.floor(distance / 128);
  return rest === 0 ? [distance] : [(distance % 128) + 128, ...toLeb128(rest)];
}
