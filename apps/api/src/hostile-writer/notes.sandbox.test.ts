import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntryNote } from '#wire/wallet/notes';
import { createHostileWriter, type HostileWriter } from './hostile-writer.test-setup.ts';

const ENTRY = `transaction-137-0x${'ab'.repeat(32)}`;
const RENT = { entryId: ENTRY, text: 'Rent' };

let writer: HostileWriter;
let victims: string;
let attackers: string;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  victims = (await writer.signIn(writer.victim)).access_token;
  attackers = (await writer.signIn(writer.attacker)).access_token;
  await save(RENT);
});

async function save(note: EntryNote, token = victims): Promise<void> {
  const response = await writer.post('wallet/notes', note, { authorization: `Bearer ${token}` });
  expect(response.statusCode, response.body).toBe(200);
}

async function list(token = victims): Promise<readonly EntryNote[]> {
  const response = await writer.get('wallet/notes', token);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

const rows = async () => {
  const [row] = await writer.query<{ rows: string }>(
    'select json_agg(n)::text as rows from notes n',
  );
  return row?.rows ?? '[]';
};

async function putBack(copy: string): Promise<void> {
  await writer.query('delete from notes');
  await writer.query(
    'insert into notes select * from json_populate_recordset(null::notes, $1::json)',
    [copy],
  );
}

const reported = () =>
  writer.server.unsealed().filter(({ message }) => message.startsWith('A row of notes'));

describe('whoever writes to the database has no note changed by', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'moving it to another user',
      () => writer.query('update notes set user_id = $1', [writer.attacker.id]),
    ],
    ['another subject', () => writer.query('update notes set subject = $1', [randomBytes(32)])],
    ['another version', () => writer.query('update notes set version = version + 1')],
    ['the highest version', () => writer.query('update notes set version = 2147483647')],
    ['a version of below 1', () => writer.query('update notes set version = -1')],
    ['changed bytes', () => writer.query('update notes set content = sha256(content)')],
    ['no bytes', () => writer.query("update notes set content = ''")],
  ])(
    '%s: it counts as none, for both, is reported, and can be noted again',
    async (_name, change) => {
      await change();
      expect(await list()).toEqual([]);
      expect(await list(attackers)).toEqual([]);
      expect(reported()).toMatchObject([{ rowId: expect.any(String) }]);
      await save({ ...RENT, text: 'Again' });
      expect(await list()).toEqual([{ ...RENT, text: 'Again' }]);
      await save({ ...RENT, text: 'And again' });
      expect(await list()).toEqual([{ ...RENT, text: 'And again' }]);
    },
  );

  it('the content of another note of the same user', async () => {
    const food = { entryId: 'operation-2', text: 'Food' };
    const [rent] = await writer.query<{ subject: Buffer }>('select subject from notes');
    await save(food);
    await writer.query(
      `update notes n set content = o.content from notes o
       where n.subject = $1 and o.subject <> $1`,
      [rent?.subject],
    );
    expect(await list()).toEqual([food]);
    expect(reported()).toMatchObject([
      { rowId: rent?.subject.toString('hex'), owner: writer.victim.id },
    ]);
  });

  it('a note of their own, under the victim’s subject', async () => {
    await save({ ...RENT, text: 'You owe me' }, attackers);
    await writer.query(
      `with victims as (delete from notes where user_id = $1 returning subject)
       update notes set user_id = $1, subject = (select subject from victims)
       where user_id = $2`,
      [writer.victim.id, writer.attacker.id],
    );
    expect(await list()).toEqual([]);
  });

  it('a contact of the same user in its place', async () => {
    const nothing = { emailOrPhone: null, privateAddress: null, note: null, isOnKax: false };
    const contact = { ...nothing, name: 'Bob', publicAddress: `0x${'ab'.repeat(20)}` };
    const headers = { authorization: `Bearer ${victims}` };
    expect((await writer.post('wallet/contacts', contact, headers)).statusCode).toBe(200);
    await writer.query('update notes set content = (select content from contacts)');
    expect(await list()).toEqual([]);
  });
});

it('an earlier version that is put back counts as none, while a process runs that saw the later one', async () => {
  const earlier = await rows();
  await save({ ...RENT, text: 'Later' });
  const later = await rows();
  await putBack(earlier);
  expect(await list()).toEqual([]);
  expect(reported()).toHaveLength(1);
  await putBack(later);
  expect(await list()).toEqual([{ ...RENT, text: 'Later' }]);
});

it('a removed one that is put back counts as none, also over one that took its place', async () => {
  const earlier = await rows();
  await save({ ...RENT, text: '' });
  await putBack(earlier);
  expect(await list()).toEqual([]);
  await save({ ...RENT, text: 'New' });
  expect(await list()).toEqual([{ ...RENT, text: 'New' }]);
  await putBack(earlier);
  expect(await list()).toEqual([]);
});

it('a version that no one wrote makes no true one an earlier one', async () => {
  const before = await rows();
  await writer.query('update notes set version = 1000000');
  expect(await list()).toEqual([]);
  await putBack(before);
  expect(await list()).toEqual([RENT]);
});

it('what known limits say: after a restart, an earlier version that is put back is shown', async () => {
  const earlier = await rows();
  await save({ ...RENT, text: 'Later' });
  writer.server.restart();
  await putBack(earlier);
  expect(await list()).toEqual([RENT]);
});

it('a copy of the database has nothing of a note, not even which payment it is about, and each is of one length', async () => {
  await save({ entryId: 'operation-2', text: `${'🐖'.repeat(60)}\nfor May` });
  const stored = await writer.query<{ row: string; subject: Buffer; content: Buffer }>(
    `select row_to_json(n)::text || encode(content, 'escape') as row, subject, content from notes n`,
  );
  expect(stored).toHaveLength(2);
  for (const { row, subject, content } of stored) {
    const seen = row + [content, subject].map((each) => each.toString('utf8')).join('');
    for (const text of ['Rent', '🐖', 'May', 'operation', 'transaction', 'abababab']) {
      expect(seen).not.toContain(text);
      expect(seen).not.toContain(Buffer.from(text).toString('hex'));
    }
  }
  expect(new Set(stored.map(({ content }) => content.length)).size).toBe(1);
});
