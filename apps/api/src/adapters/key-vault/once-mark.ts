import { access } from 'node:fs/promises';
import type { OnceMark } from '../../ports/once-mark.ts';
import { createOnce } from './create-once.ts';

/** @returns a mark that is an empty file: set when the file exists */
export function createOnceMark(file: string): OnceMark {
  return {
    isSet: () =>
      access(file).then(
        () => true,
        (cause: NodeJS.ErrnoException) => {
          if (cause.code === 'ENOENT') return false;
          throw cause;
        },
      ),
    set: () => createOnce(file, ''),
  };
}
