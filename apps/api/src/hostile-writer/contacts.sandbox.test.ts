import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOB } from '#testing/network';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { toChecksumAddress } from '../adapters/evm/to-checksum-address.ts';
import { createHostileWriter, type HostileWriter } from './hostile-writer.test-setup.ts';

const OTHER = toChecksumAddress(`0x${'ab'.repeat(20)}`);

let writer: HostileWriter;
let victims: string;
let attackers: string;
let bob: SavedContact;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  victims = (await writer.signIn(writer.victim)).access_token;
  attackers = (await writer.signIn(writer.attacker)).access_token;
  bob = await save('', { name: 'Bob', publicAddress: BOB });
});

function post(path: string, payload: object, token = victims) {
  const headers = { authorization: `Bearer ${token}` };
  return writer.post(`wallet/contacts${path}`, payload, headers);
}

async function save(path: string, more: object, token = victims): Promise<SavedContact> {
  const nothing = { emailOrPhone: null, publicAddress: null, privateAddress: null, note: null };
  const response = await post(path, { ...nothing, isOnKax: false, ...more }, token);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function list(token = victims): Promise<readonly SavedContact[]> {
  const response = await writer.get('wallet/contacts', token);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

const rows = async () => {
  const [row] = await writer.query<{ rows: string }>(
    'select json_agg(c)::text as rows from contacts c',
  );
  return row?.rows ?? '[]';
};

async function putBack(copy: string): Promise<void> {
  await writer.query('delete from contacts');
  await writer.query(
    'insert into contacts select * from json_populate_recordset(null::contacts, $1::json)',
    [copy],
  );
}

const reported = () =>
  writer.server.unsealed().filter(({ message }) => message.startsWith('A row of contacts'));

describe('whoever writes to the database has no contact changed by', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'moving it to another user',
      () => writer.query('update contacts set user_id = $1', [writer.attacker.id]),
    ],
    ['another id', () => writer.query('update contacts set id = $1', [randomUUID()])],
    ['another version', () => writer.query('update contacts set version = version + 1')],
    ['a version of below 1', () => writer.query('update contacts set version = -1')],
    ['changed bytes', () => writer.query('update contacts set content = sha256(content)')],
    ['no bytes', () => writer.query("update contacts set content = ''")],
  ])('%s: it counts as none, for both, and is reported', async (_name, change) => {
    await change();
    expect(await list()).toEqual([]);
    expect(await list(attackers)).toEqual([]);
    expect(reported()).toMatchObject([{ rowId: expect.any(String) }]);
  });

  it('the content of another contact of the same user', async () => {
    const carol = await save('', { name: 'Carol', publicAddress: OTHER });
    await writer.query(
      `update contacts c set content = o.content from contacts o where c.id = $1 and o.id = $2`,
      [bob.id, carol.id],
    );
    expect(await list()).toEqual([carol]);
    expect(reported()).toMatchObject([{ rowId: bob.id, owner: writer.victim.id }]);
  });

  it('a contact of their own, under the victim’s id', async () => {
    const own = await save('', { name: 'Bob', publicAddress: OTHER }, attackers);
    await writer.query('delete from contacts where id = $1', [bob.id]);
    await writer.query('update contacts set user_id = $1, id = $2 where id = $3', [
      ...[writer.victim.id, bob.id, own.id],
    ]);
    expect(await list()).toEqual([]);
  });
});

it('an earlier version that is put back counts as none, while a process runs that saw the later one', async () => {
  const earlier = await rows();
  const changed = await save(`/${bob.id}`, { name: 'Bob', publicAddress: OTHER, version: 1 });
  const later = await rows();
  await putBack(earlier);
  expect(await list()).toEqual([]);
  expect(reported()).toMatchObject([{ rowId: bob.id }]);
  const again = { ...bob, publicAddress: BOB, version: 1 };
  expect((await post(`/${bob.id}`, contentOf(again))).json()).toMatchObject({
    code: 'unknown-contact',
  });
  await putBack(later);
  expect(await list()).toEqual([changed]);
});

it('a removed one that is put back counts as none, while the process runs that removed it', async () => {
  const earlier = await rows();
  expect((await post(`/${bob.id}/remove`, {})).statusCode).toBe(200);
  await putBack(earlier);
  expect(await list()).toEqual([]);
});

it('a version that no one wrote makes no true one an earlier one', async () => {
  const before = await rows();
  await writer.query('update contacts set version = 1000000');
  expect(await list()).toEqual([]);
  await putBack(before);
  expect(await list()).toEqual([bob]);
});

it('a row that counts as none takes no address', async () => {
  await writer.query('update contacts set content = sha256(content)');
  const again = await save('', { name: 'Bob', publicAddress: BOB });
  expect(await list()).toEqual([again]);
});

it('what known limits say: after a restart, an earlier version that is put back is shown', async () => {
  const earlier = await rows();
  await save(`/${bob.id}`, { name: 'Bob', publicAddress: OTHER, version: 1 });
  writer.server.restart();
  await putBack(earlier);
  expect(await list()).toEqual([bob]);
});

it('a copy of the database has nothing of a contact, and each is of one length', async () => {
  const note = 'Rent 🐖';
  await save('', { name: 'Carol', publicAddress: OTHER, note, emailOrPhone: 'carol@kax.test' });
  const stored = await writer.query<{ row: string; content: Buffer }>(
    `select row_to_json(c)::text || encode(content, 'escape') as row, content from contacts c`,
  );
  expect(stored).toHaveLength(2);
  for (const { row, content } of stored) {
    const seen = row + content.toString('latin1') + content.toString('utf8');
    for (const text of ['Bob', 'Carol', 'carol@kax.test', 'Rent', '🐖', BOB, OTHER]) {
      expect(seen.toLowerCase()).not.toContain(text.toLowerCase());
      expect(seen).not.toContain(Buffer.from(text).toString('hex'));
    }
  }
  expect(new Set(stored.map(({ content }) => content.length)).size).toBe(1);
});

function contentOf({ name, publicAddress, version }: SavedContact) {
  const nothing = { emailOrPhone: null, privateAddress: null, note: null, isOnKax: false };
  return { ...nothing, name, publicAddress, version };
}
