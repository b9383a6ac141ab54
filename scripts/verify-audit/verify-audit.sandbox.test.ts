import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditHeads } from '../../apps/api/src/adapters/audit-files/audit-heads.ts';
import {
  AUDIT_KEY_FILE,
  createAuditKey,
  readAuditKey,
} from '../../apps/api/src/adapters/audit-files/audit-key.ts';
import { createPostgresAudit } from '../../apps/api/src/adapters/postgres/accounts/audit.ts';
import {
  keyedHashOf,
  unkeyedHashOf,
} from '../../apps/api/src/adapters/postgres/accounts/audit-hash.ts';
import { verifyAuditLog } from '../../apps/api/src/adapters/postgres/accounts/verify-audit-log.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/api/src/adapters/postgres/connection/connect.ts';
import { createTestDatabase } from '../../apps/api/src/adapters/postgres/test-database.test-setup.ts';
import type { AuditKey } from '../../apps/api/src/ports/audit.ts';
import { readExpected } from './read-expected.ts';
import { showReport } from './show-report.ts';

const USER = '6f1c1d4e-0000-4000-8000-000000000001';
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'kax-audit-'));
const headFile = join(folder, 'heads.jsonl');
const intact = [
  '20 rows, 15 of them made with the key; 0 are wrong.',
  '2 of 2 heads are confirmed.',
];
let url: string;
let recorded: string;
let database: Database;
let key: AuditKey;
let audit: ReturnType<typeof createPostgresAudit>;

beforeAll(async () => {
  url = await createTestDatabase();
  database = createDatabase(url);
  writeFileSync(join(folder, AUDIT_KEY_FILE), 'a1'.repeat(32));
  key = await readAuditKey(folder);
  audit = createPostgresAudit(database, key);
  // Rows 1 to 5 are of before the key. Heads are recorded at rows 12 and 20.
  for (let row = 1; row <= 5; row += 1) await sql(insertion(), await forgedRow(null));
  for (let row = 6; row <= 12; row += 1) await append();
  await recordHead();
  for (let row = 13; row <= 20; row += 1) await append();
  await recordHead();
  recorded = readFileSync(headFile, 'utf8');
  await sql('create table recorded as select * from audit_events');
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  writeFileSync(headFile, recorded);
  await restore(20);
});

describe('whoever may write to the database but has neither key nor heads is found when they', () => {
  it.each([
    ['change a time by a millisecond', "at = at + interval '1 ms'", 'changed'],
    ['change a user', "user_id = '00000000-0000-4000-8000-000000000000'", 'changed'],
    ['remove a user', 'user_id = null', 'changed'],
    ['add a session', `session_id = '${USER}'`, 'changed'],
    ['change an address', "ip = '8.8.8.9'", 'changed'],
    ['change an event', "event = 'logout'", 'changed'],
    [
      'change the previous hash',
      'previous_hash = set_byte(previous_hash, 5, get_byte(previous_hash, 5) # 1)',
      'changed',
    ],
    ['remove the previous hash', 'previous_hash = null', 'changed'],
    ['change a hash', 'hash = set_byte(hash, 5, get_byte(hash, 5) # 1)', 'changed'],
    ['move a row to the end', 'id = 100', 'changed'],
    ['deny that a row has a key', 'key_id = null', 'unkeyed'],
    ['name another key', "key_id = 'audit-2'", 'unknown-key'],
  ])('%s', async (_name, change, kind) => {
    const { rowCount } = await sql(`update audit_events set ${change} where id = 15`);
    expect(rowCount).toBe(1);
    const { problems } = await verifyAuditLog(database, key);
    expect(problems.map((problem) => problem.kind)).toContain(kind);
    expect(await examine()).toMatchObject({ isIntact: false });
  });

  it.each([
    'at = now()',
    'user_id = null',
    "ip = ''",
    "event = ''",
    'previous_hash = null',
    "hash = ''",
  ])('set %s in a row of before the key', async (change) => {
    await sql(`update audit_events set ${change} where id = 3`);
    expect((await examine()).text).toContain('Row 3 was changed or forged.');
  });

  it('exchange two rows', async () => {
    await sql('update audit_events set id = 1000 where id = 8');
    await sql('update audit_events set id = 8 where id = 9');
    await sql('update audit_events set id = 9 where id = 1000');
    const { text } = await examine();
    expect(text).toContain('Row 8 was changed or forged.');
    expect(text).toContain('Row 9 was changed or forged.');
  });

  it('exchange what two rows say', async () => {
    await sql("update audit_events set ip = '1.1.1.1', event = 'logout' where id = 8");
    await sql(
      `update audit_events a set (at, user_id, ip, event, previous_hash, hash) =
         (select at, user_id, ip, event, previous_hash, hash from audit_events b where b.id = 27 - a.id)
       where id in (13, 14)`,
    );
    const { text } = await examine();
    for (const id of [8, 13, 14]) expect(text).toContain(`Row ${id} was changed or forged.`);
  });

  it.each([
    ['the first row', 'id = 1', 'Row 2 does not follow the row before it'],
    ['a row of before the key', 'id = 4', 'Row 5 does not follow the row before it'],
    ['the last row of before the key', 'id = 5', 'Row 6 does not follow the row before it'],
    ['every row of before the key', 'id <= 5', 'Row 6 does not follow the row before it'],
    ['a row in the middle', 'id = 11', 'Row 12 does not follow the row before it'],
    ['the row of a head', 'id = 12', 'row 12 was the last one, and is missing.'],
    ['the newest row', 'id = 20', 'row 20 was the last one, and the log ends with row 19'],
    ['the newest rows', 'id > 12', 'row 20 was the last one, and the log ends with row 12'],
    ['every row with a key', 'id > 5', 'the log ends with row 5: the newest rows are missing.'],
    ['all rows', 'true', 'the log ends with row 0: the newest rows are missing.'],
  ])('delete %s', async (_name, rows, sentence) => {
    await sql(`delete from audit_events where ${rows}`);
    const { isIntact, text } = await examine();
    expect(isIntact).toBe(false);
    expect(text).toContain(sentence);
  });

  it('truncate the table, and the server goes on writing', async () => {
    await sql('truncate audit_events');
    for (let row = 0; row < 5; row += 1) await append();
    const { text } = await examine();
    expect(text).toContain('5 rows, 5 of them made with the key; 0 are wrong.');
    expect(text).toContain('row 12 was the last one, and is missing.');
  });

  it('truncate the table and its ids, and the server goes on writing', async () => {
    await sql('truncate audit_events restart identity');
    for (let row = 0; row < 20; row += 1) await append();
    const { text } = await examine();
    expect(text).toContain('row 12 was another one: the log was rewritten.');
    expect(text).toContain('0 of 2 heads are confirmed.');
  });

  it('rewrite the whole log as one of before the key: only a head shows it', async () => {
    await rewrite((content, previous) => unkeyedHashOf(content, previous), null);
    expect((await examine()).text).toContain('row 20 was another one: the log was rewritten.');
    const withoutHeads = await examine([]);
    expect(withoutHeads.isIntact).toBe(true);
    expect(withoutHeads.text).toContain('20 rows, 0 of them made with the key; 0 are wrong.');
    expect(withoutHeads.text).toContain('a log rewritten without the key, cannot be noticed.');
  });

  it('rewrite the whole log with a key of their own', async () => {
    const own = createAuditKey(key.id, Buffer.alloc(32));
    await rewrite((content, previous) => keyedHashOf(own, content, previous), own.id);
    const { text } = await examine();
    expect(text).toContain('Row 1 was changed or forged.');
    expect(text).toContain('20 rows, 20 of them made with the key; 20 are wrong.');
  });

  it.each([
    ['without a key', null, 'Row 21 was made without the key, and an earlier row with it.'],
    ['with a key of their own', 'audit-1', 'Row 21 was changed or forged.'],
  ])('add a row %s', async (_name, keyId, sentence) => {
    await sql(insertion(), await forgedRow(keyId));
    const { text } = await examine();
    expect(text).toContain(sentence);
    // The server writes the next one after it.
    await append();
    expect((await examine()).text).toContain(sentence);
  });

  it('put a forged row in place of one that they delete', async () => {
    await sql('delete from audit_events where id = 14');
    const forged = await forgedRow('audit-1', 13);
    await sql(insertion('14'), forged);
    const { text } = await examine();
    expect(text).toContain('Row 14 was changed or forged.');
    expect(text).toContain('Row 15 does not follow the row before it');
  });

  it('bring back an older copy of the table', async () => {
    await restore(12);
    const { isIntact, text } = await examine();
    expect(isIntact).toBe(false);
    expect(text).toContain('12 rows, 7 of them made with the key; 0 are wrong.');
    expect(text).toContain('row 20 was the last one, and the log ends with row 12');
    expect(text).toContain('1 of 2 heads are confirmed.');
  });

  it('bring back an older copy and its ids, and the server goes on writing', async () => {
    await restore(12);
    for (let row = 13; row <= 20; row += 1) await append();
    const { text } = await examine();
    expect(text).toContain('row 20 was another one: the log was rewritten.');
    expect(text).toContain('The newest confirmed one is of');
    expect(text).toContain('up to row 12.');
  });
});

describe('the heads', () => {
  it('are confirmed by an intact log, also while it grows', async () => {
    expect(await examine()).toMatchObject({ isIntact: true });
    for (const sentence of intact) expect((await examine()).text).toContain(sentence);
    await append();
    expect((await examine()).text).toContain('21 rows, 16 of them made with the key; 0 are wrong.');
  });

  it('are found in lines of the server’s log too, and other lines are skipped', async () => {
    const [first] = readFileSync(headFile, 'utf8').split('\n');
    const other = '{"level":30,"time":1,"process":"api","msg":"ready"}';
    const logged = `{"level":30,"time":1,"process":"api","head":${first},"msg":"audit head"}`;
    const log = join(folder, 'api.log');
    writeFileSync(log, `${other}\n${logged}\n`);
    expect((await examine([log])).text).toContain('1 of 1 heads are confirmed.');
    writeFileSync(log, `${logged.replace('"count":12', '"count":11')}\n`);
    expect((await examine([log])).text).toContain(`${log}:1 is not a head that this key made.`);
  });

  it.each([
    ['another time', (line: string) => line.replace('"at":"2', '"at":"3')],
    ['another row', (line: string) => line.replace('"lastId":"20"', '"lastId":"12"')],
    ['another count', (line: string) => line.replace('"count":20', '"count":12')],
    ['another hash', (line: string) => line.replace(/(?<="hash":")./, otherDigit)],
    ['no hash', (line: string) => line.replace(/"hash":"[0-9a-f]{64}"/, '"hash":null')],
    ['half of it missing', (line: string) => line.slice(0, 80)],
    ['another proof', (line: string) => line.replace(/(?<="mac":")./, otherDigit)],
  ])('are refused with %s', async (_name, change) => {
    const [first = '', second = ''] = readFileSync(headFile, 'utf8').split('\n');
    expect(change(second)).not.toBe(second);
    writeFileSync(headFile, `${first}\n${change(second)}\n`);
    const { isIntact, text } = await examine();
    expect(isIntact).toBe(false);
    expect(text).toContain('heads.jsonl:2 is not a head that this key made.');
    expect(text).toContain('1 of 1 heads are confirmed.');
  });

  it('do not cover the rows since the last one: deleting those is not noticed', async () => {
    for (let row = 0; row < 3; row += 1) await append();
    await sql('delete from audit_events where id > 20');
    expect((await examine()).isIntact).toBe(true);
  });
});

describe('the command', () => {
  it('ends with 0 and says what is confirmed when the log is intact', async () => {
    const { code, output } = await command(headFile);
    for (const sentence of intact) expect(output).toContain(sentence);
    expect(code).toBe(0);
  });

  it('ends with 1 when rows are missing, with a head given as an argument', async () => {
    const [, newest = ''] = readFileSync(headFile, 'utf8').split('\n');
    await sql('delete from audit_events where id = 20');
    const { code, output } = await command(newest);
    expect(output).toContain('the log ends with row 19: the newest rows are missing.');
    expect(code).toBe(1);
  });

  it('still takes the hash of a row, which earlier versions printed', async () => {
    const { rows } = await sql('select hash from audit_events where id = 4');
    const hash = rows[0].hash.toString('hex');
    expect((await command(hash)).code).toBe(0);
    expect((await command('0'.repeat(64))).output).toContain('rows are missing.');
  });

  it('ends with 2 when the head file is missing', async () => {
    expect(await command(join(folder, 'none'))).toMatchObject({ code: 2 });
  });
});

function sql(text: string, values: readonly unknown[] = []) {
  return database.pool.query(text, [...values]);
}

async function append(): Promise<void> {
  await audit.append({ at: new Date(), event: 'login', ip: '8.8.8.8', userId: USER });
}

async function recordHead(): Promise<void> {
  const heads = createAuditHeads({ key, file: headFile, announce: () => {} });
  await heads.record({ ...(await audit.readEnd(null)), at: new Date() });
}

async function examine(sources: readonly string[] = [headFile]) {
  const expected = await readExpected(key, sources);
  const { isIntact, lines } = showReport(await verifyAuditLog(database, key, expected), expected);
  return { isIntact, text: lines.join('\n') };
}

function otherDigit(digit: string): string {
  return digit === '0' ? '1' : '0';
}

function insertion(id = "nextval(pg_get_serial_sequence('audit_events', 'id'))"): string {
  return `insert into audit_events (id, at, user_id, session_id, ip, event, previous_hash, hash, key_id)
    values (${id}, $1, $2, null, $3, $4, $5, $6, $7)`;
}

/** What someone without the key would insert after a row, by default after the newest. */
async function forgedRow(keyId: string | null, after = Number.MAX_SAFE_INTEGER) {
  const { rows } = await sql(
    'select hash from audit_events where id <= $1 order by id desc limit 1',
    [after],
  );
  const previous: Buffer | null = rows[0]?.hash ?? null;
  const content = {
    id: '0',
    at: new Date(),
    userId: USER,
    sessionId: null,
    ip: '1',
    event: 'login',
  };
  const hash = unkeyedHashOf(content, previous);
  return [content.at, USER, content.ip, content.event, previous, hash, keyId];
}

/** Computes every hash again, as someone does who may write to the table. */
async function rewrite(hashOf: typeof unkeyedHashOf, keyId: string | null): Promise<void> {
  const { rows } = await sql('select * from audit_events order by id');
  let previous: Buffer | null = null;
  for (const { id, at, user_id: userId, session_id: sessionId, event } of rows) {
    const hash = hashOf({ id, at, userId, sessionId, ip: '6.6.6.6', event }, previous);
    await sql(
      "update audit_events set ip = '6.6.6.6', previous_hash = $2, hash = $3, key_id = $4 where id = $1",
      [id, previous, hash, keyId],
    );
    previous = Buffer.from(hash);
  }
}

/** Brings back the table as it was at a row, and its ids. */
async function restore(row: number): Promise<void> {
  await sql(
    `truncate audit_events;
     insert into audit_events select * from recorded where id <= ${row};
     select setval(pg_get_serial_sequence('audit_events', 'id'), ${row})`,
  );
}

function command(source: string): Promise<{ code: number; output: string }> {
  const { AUDIT_HEAD_FILE: _heads, ...inherited } = process.env;
  const env = { ...inherited, DATABASE_URL: url, KEY_DIR: folder };
  const args = ['scripts/run.mjs', 'verify-audit', source];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}
