import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort } from '#testing/free-port';
import { createDatabase } from './connect.ts';

it('reports that the database does not respond, and why, instead of failing', async () => {
  const causes: Error[] = [];
  const database = createDatabase(`postgres://127.0.0.1:${await findFreePort()}/kax`, (cause) =>
    causes.push(cause),
  );
  expect(await database.isAnswering()).toBe(false);
  expect(causes).toMatchObject([{ code: 'ECONNREFUSED' }]);
  await database.close();
});

it('lets the next query fail, not the process, when a server dies as soon as a connection is made', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const database = createDatabase(`postgres://kax@127.0.0.1:${port}/kax`);
  const connection = await database.pool.connect();
  await expect(connection.query('select 1')).rejects.toThrow('not queryable');
  connection.release(true);
  await database.close();
  await new Promise((done) => server.close(done));
});

/** Messages of PostgreSQL's protocol: a letter, the length of the rest, the rest. */
const AUTHENTICATED = messageOf('R', '\0\0\0\0');
const READY = messageOf('Z', 'I');
const TERMINATED = messageOf('E', 'SFATAL\0C57P01\0Munexpected postmaster exit\0\0');

function messageOf(letter: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content)]);
}
