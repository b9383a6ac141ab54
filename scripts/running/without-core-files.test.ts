import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { withoutCoreFiles } from './without-core-files.ts';

const PROGRAM = `
  const { readFileSync } = require('fs');
  const limit = /^Max core file size +(\\d+) +(\\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  console.log(JSON.stringify({ pid: process.pid, limits: limit?.slice(1), args: process.argv.slice(1) }));
`;

it.runIf(process.platform === 'linux')(
  'starts a program under the same pid, with its arguments, that can leave no core file',
  () => {
    const args = ['two words', '$HOME', "'"];
    const command = withoutCoreFiles(process.execPath, ['-e', PROGRAM, ...args]);
    const { pid, stdout } = spawnSync(command.file, command.args, { encoding: 'utf8' });
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ pid, args });
    expect(['0', '1']).toContain(seen.limits[0]);
    expect(seen.limits[1]).toBe(seen.limits[0]);
  },
);
