import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(error: unknown): string[] {
  const lines: string[] = [];
  const log = createLog(
    { level: 'info', process: 'test' },
    { write: (line: string) => lines.push(line) },
  );
  log.error({ err: error }, 'a request failed');
  return lines;
}

it('logs an error with its code and its causes', () => {
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const line = JSON.parse(logged(new Error('no balance', { cause }))[0] ?? '');
  expect(line.err).toMatchObject({
    type: 'Error',
    message: 'no balance',
    cause: { message: 'connection refused', code: 'ECONNREFUSED' },
  });
});

it('logs every error of several', () => {
  const line = JSON.parse(
    logged(new AggregateError([new Error('one'), new Error('two')], 'Every node failed.'))[0] ?? '',
  );
  expect(line.err.errors).toMatchObject([{ message: 'one' }, { message: 'two' }]);
});

it('leaves out other fields of an error, such as the row that a database would not take', () => {
  const error = Object.assign(new Error('violates a constraint'), {
    detail: 'Failing row contains (canary).',
    request: { body: 'canary' },
  });
  expect(logged(error).join('')).not.toContain('canary');
  expect(logged('canary').join('')).not.toContain('canary');
});

it('stays one line whatever a message contains', () => {
  const lines = logged(new Error('first\r\n{"level":60,"msg":"forged"}'));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
});

it('says when, in milliseconds of UTC since 1970, how serious and by which process', () => {
  const before = Date.now();
  const line = JSON.parse(logged(new Error('no balance'))[0] ?? '');
  expect(line).toMatchObject({ level: 50, process: 'test', msg: 'a request failed' });
  expect(line.time).toBeGreaterThanOrEqual(before);
  expect(line.time).toBeLessThanOrEqual(Date.now());
});
