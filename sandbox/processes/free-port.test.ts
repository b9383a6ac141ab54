import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePorts } from './find-free-ports.ts';
import { awaitFreePort, PortInUse } from './free-port.ts';

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a port that is given back a moment later is waited for', async () => {
  const port = await findFreePorts(1);
  const server = await listenOn(port);
  const freed = awaitFreePort(port, 'a test');
  server.close();
  await freed;
});

test('a port that stays in use is refused, with what it is needed for', async () => {
  const port = await findFreePorts(1);
  const server = await listenOn(port);
  const error = await awaitFreePort(port, 'a test').catch((cause: unknown) => cause);
  server.close();
  expect(error).toBeInstanceOf(PortInUse);
  expect(String(error)).toContain(`Port ${port}, needed for a test, is in use`);
});
