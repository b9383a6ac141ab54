import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const urlOf = (file: string) => pathToFileURL(`${import.meta.dirname}/${file}`).href;

/** A process that stops as the servers do, and then runs a script. */
async function run(script: string) {
  const source = `
    import { createLog } from '${urlOf('log.ts')}';
    import { stopOnSignal } from '${urlOf('stop-on-signal.ts')}';
    stopOnSignal(createLog({ level: 'info', process: 'test' }), []);
    setTimeout(() => process.exit(0), 60_000);
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, lines: stdout.trim().split('\n'), output: stdout + stderr };
}

const error = "Object.assign(new Error('a row was refused'), { detail: 'Failing row (canary)' })";

it.each([
  ['thrown in a callback', `setTimeout(() => { throw ${error}; }, 0);`],
  ['of a promise that no one awaits', `void Promise.reject(${error});`],
])(
  'logs an error %s as one line without its other fields, and ends the process',
  async (_name, script) => {
    const { code, lines, output } = await run(script);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      process: 'test',
      err: { message: 'a row was refused' },
    });
    expect(output).not.toContain('canary');
  },
);

it('ends the process without an error when it is told to stop', async () => {
  const { code, lines } = await run("process.kill(process.pid, 'SIGTERM');");
  expect(code).toBe(0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ signal: 'SIGTERM', msg: 'stopping' });
});
