import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditHeadLine, readAuditHead } from './audit-head-line.ts';
import { createAuditHeads } from './audit-heads.ts';
import { AUDIT_KEY_FILE, createAuditKey, readAuditKey } from './audit-key.ts';

const key = createAuditKey('audit-1', Buffer.alloc(32, 1));
const head = {
  ...{ at: new Date('2026-11-23T08:00:00.123Z'), lastId: 7n, count: 5 },
  hash: Buffer.alloc(32, 9),
};
let folder: string;
let announced: AuditHeadLine[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-heads-'));
  announced = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('appends one line for each head to a file that only the server’s user may read', async () => {
  const heads = createHeads();
  await heads.record(head);
  await heads.record({ ...head, lastId: 8n });
  expect(readHeads().map((read) => read !== 'not-ours' && read.lastId)).toEqual([7n, 8n]);
  expect(readHeads()[0]).toEqual(head);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('announces each head, with a file and without', async () => {
  await createHeads().record(head);
  await createAuditHeads({ key, file: null, announce: (line) => announced.push(line) }).record(
    head,
  );
  expect(announced.map((line) => readAuditHead(key, JSON.stringify(line)))).toEqual([head, head]);
});

it('opens the file by its path each time, so that it can be rotated', async () => {
  const heads = createHeads();
  await heads.record(head);
  renameSync(file(), `${file()}.1`);
  await heads.record(head);
  expect(readHeads()).toEqual([head]);
});

it('begins a new line after half a line that a power loss left', async () => {
  await createHeads().record(head);
  appendFileSync(file(), '{"at":"2026-11');
  await createHeads().record(head);
  expect(readHeads()).toEqual([head, 'not-ours', head]);
});

it('rejects when the file cannot be written, after the head was announced', async () => {
  const heads = createAuditHeads({
    ...{ key, file: join(folder, 'none', 'heads'), announce: (line) => announced.push(line) },
  });
  await expect(heads.record(head)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(announced).toHaveLength(1);
});

it('writes whole lines when several processes record heads', async () => {
  await Promise.all(Array.from({ length: 50 }, () => createHeads().record(head)));
  expect(readHeads()).toEqual(Array.from({ length: 50 }, () => head));
});

it('does not take a head of another key, or the proof of a row, for its own', async () => {
  await createHeads().record(head);
  const [line = ''] = readFileSync(file(), 'utf8').split('\n');
  const other = createAuditKey('audit-1', Buffer.alloc(32, 2));
  expect(readAuditHead(other, line)).toBe('not-ours');
  expect(readAuditHead(createAuditKey('audit-2', Buffer.alloc(32, 1)), line)).toBe('not-ours');
  const hash = head.hash.toString('hex');
  const fields = [head.at.toISOString(), '7', '5', hash];
  const mac = Buffer.from(key.authenticate('row', fields)).toString('hex');
  expect(readAuditHead(key, JSON.stringify({ ...JSON.parse(line), mac }))).toBe('not-ours');
});

it('needs a key of 32 bytes', async () => {
  await expect(readAuditKey(folder)).rejects.toThrow('openssl rand -hex 32');
  await writeFile(join(folder, AUDIT_KEY_FILE), 'abcd');
  await expect(readAuditKey(folder)).rejects.toThrow('must hold 32 bytes in hex');
});

function createHeads() {
  return createAuditHeads({ key, file: file(), announce: (line) => announced.push(line) });
}

function file(): string {
  return join(folder, 'heads.jsonl');
}

function readHeads() {
  const lines = readFileSync(file(), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => readAuditHead(key, line));
}
