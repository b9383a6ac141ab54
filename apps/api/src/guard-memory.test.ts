import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExposures } from './guard-memory.ts';

describe('exposures', () => {
  const closed = {
    ...{ coreLimit: 1, corePattern: 'core', ptraceScope: '2', isInspectorOpen: false },
  };

  it.each([
    ['nothing', {}, []],
    ['a limit of 1 where a program gets what crashed', { corePattern: '|/bin/handler' }, []],
    ['a limit of 0', { coreLimit: 0 }, []],
    ['a small core file', { coreLimit: 4096 }, [/core file: set LimitCORE=1/]],
    ['core files of any size', { coreLimit: Number.POSITIVE_INFINITY }, [/core file/]],
    [
      'a limit of 0 where a program gets what crashed',
      { coreLimit: 0, corePattern: '|/usr/lib/systemd/systemd-coredump %P' },
      [/whatever the limit of 0 says: set LimitCORE=1/],
    ],
    ['debuggers of the same user', { ptraceScope: '0' }, [/ptrace_scope to 2/]],
    ['debuggers where the kernel has no such rule', { ptraceScope: undefined }, [/ptrace_scope/]],
    ['an inspector', { isInspectorOpen: true }, [/without --inspect/]],
    ['nothing that the system tells', { coreLimit: undefined, ptraceScope: undefined }, []],
  ])('are named: %s', (_name, settings, sentences) => {
    const found = findExposures({ ...closed, ...settings });
    expect(found).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
  });
});

it.runIf(process.platform === 'linux').each([
  ['production', 'A crash can write the memory of this process to a core file: set LimitCORE=1.'],
  ['sandbox', ''],
])('warns of core files in %s', (mode, sentence) => {
  const file = join(import.meta.dirname, 'guard-memory.ts');
  const call = `guard.warnOfExposures({ mode: '${mode}' }, { warn: console.log })`;
  const program = `import('${file}').then((guard) => ${call})`;
  const limited = ['-c', 'ulimit -S -c 64; exec "$0" "$@"', process.execPath, '--eval', program];
  const { stdout } = spawnSync('/bin/sh', limited, { encoding: 'utf8' });
  expect(stdout.split('\n')[0]).toBe(sentence);
});
