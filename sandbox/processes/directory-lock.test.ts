import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory, lockHolder } from './directory-lock.ts';
import { endProcess } from './end-process.ts';
import { identifyProcess } from './process-identity.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kax-lock-'));
  file = join(directory, 'lock');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a second copy is refused with the process that uses the directory', () => {
  lockDirectory(directory, file);
  const attempt = () => lockDirectory(directory, file);
  expect(attempt).toThrow(DirectoryInUse);
  expect(attempt).toThrow(`process ${process.pid}`);
});

test('a released directory can be locked again', () => {
  lockDirectory(directory, file).release();
  expect(lockHolder(file)).toBeNull();
  lockDirectory(directory, file);
  expect(lockHolder(file)?.pid).toBe(process.pid);
});

test('the lock of a killed process is taken over', async () => {
  const child = spawn('sleep', ['60']);
  const holder = identifyProcess(child.pid ?? 0);
  if (!holder) throw new Error('sleep did not start');
  writeFileSync(file, JSON.stringify(holder));
  expect(() => lockDirectory(directory, file)).toThrow(DirectoryInUse);
  await endProcess(holder);
  lockDirectory(directory, file);
  expect(lockHolder(file)?.pid).toBe(process.pid);
});

test('the lock of an earlier process whose pid was reused is taken over', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: 'another moment' }));
  lockDirectory(directory, file);
  expect(lockHolder(file)?.startedAt).toBe(identifyProcess(process.pid)?.startedAt);
});

test('a torn lock file is taken over', () => {
  writeFileSync(file, '{"pid":');
  lockDirectory(directory, file);
  expect(lockHolder(file)?.pid).toBe(process.pid);
});
