import dns, { lookup as importedLookup, type LookupOptions } from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, get, type Server } from 'node:http';
import { get as getOverTls } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import { promisify } from 'node:util';
import { createPublicClient, http } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from './adapters/smtp/mailer.ts';
import { refusePrivateLookups } from './refuse-private-lookups.ts';

const systemLookup = dns.lookup;
/** What the name servers of an attacker, or of a private network, respond. */
const addressesByName: Readonly<Record<string, readonly string[]>> = {
  'rebound.example': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'own-node.example': ['127.0.0.1'],
};
type Callback = (error: Error | null, ...found: unknown[]) => void;

let server: Server;
let port: number;
let connections: number;
let stop: () => void;

beforeEach(async () => {
  connections = 0;
  server = createHttpServer((_request, response) => response.end('{}'));
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const shape = Object.getOwnPropertyDescriptors(systemLookup);
  Object.assign(dns, { lookup: Object.defineProperties(resolveForTests, shape) });
  stop = refusePrivateLookups(['Own-Node.example.', 'localhost']);
});
afterEach(async () => {
  stop();
  Object.assign(dns, { lookup: systemLookup });
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function resolveForTests(name: string, ...rest: readonly unknown[]): void {
  const addresses = addressesByName[name.toLowerCase()];
  if (addresses === undefined) Reflect.apply(systemLookup, dns, [name, ...rest]);
  else respond(addresses, rest[0] as LookupOptions, rest.at(-1) as Callback);
}

function respond(addresses: readonly string[], { all }: LookupOptions, callback: Callback): void {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  setImmediate(() => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address, found[0]?.family);
  });
}

const privateNames = Object.keys(addressesByName).filter((name) => name !== 'own-node.example');

describe('a name that resolves to an address that is not public', () => {
  it.each(privateNames)('is not connected to: %s', async (name) => {
    const refused = { code: 'EPRIVATE' };
    await expect(fetch(`http://${name}:${port}/`)).rejects.toMatchObject({ cause: refused });
    await expect(fetch(`https://${name}:${port}/`)).rejects.toMatchObject({ cause: refused });
    const others = [
      get(`http://${name}:${port}/`),
      getOverTls(`https://${name}:${port}/`),
      connect(port, name),
      connectWithTls(port, name),
    ];
    const errors = await Promise.all(others.map((each) => once(each, 'error')));
    expect(errors).toMatchObject(others.map(() => [refused]));
    expect(connections).toBe(0);
  });

  it('is not connected to by the libraries that make connections of their own', async () => {
    const client = createPublicClient({
      transport: http(`http://rebound.example:${port}`, { retryCount: 0 }),
    });
    await expect(client.getChainId()).rejects.toThrow();
    const mailer = createSmtpMailer({
      url: `smtp://rebound.example:${port}`,
      from: 'kax@kax.test',
      needsTls: true,
      timeoutMs: 5_000,
    });
    const mail = { to: 'alice@kax.test', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' };
    await expect(mailer.send(mail)).rejects.toThrow('EPRIVATE');
    expect(connections).toBe(0);
  });

  it('is connected to where it is exempt, in any spelling of the name', async () => {
    for (const name of ['own-node.example', 'OWN-node.example', 'localhost']) {
      expect((await fetch(`http://${name}:${port}/`)).status).toBe(200);
    }
  });

  it('is found out when its address changes between two requests', async () => {
    let address = '192.0.2.1';
    stop();
    Object.assign(dns, {
      lookup: (_name: string, options: LookupOptions, callback: Callback) =>
        respond([address], options, callback),
    });
    stop = refusePrivateLookups([]);
    await expect(fetch(`http://api.example:${port}/`)).rejects.toThrow();
    address = '127.0.0.1';
    await expect(fetch(`http://api.example:${port}/`)).rejects.toThrow();
    expect(connections).toBe(0);
  });
});

it('leaves addresses, listening sockets and the shape of dns.lookup as they are', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  listening.close();
  const found = await promisify(dns.lookup)('127.0.0.1');
  expect(found).toEqual({ address: '127.0.0.1', family: 4 });
});

it('applies to what was imported by name before, and ends when it is stopped', async () => {
  const resolve = () =>
    new Promise((done) => importedLookup('metadata.example', {}, (error) => done(error)));
  expect(await resolve()).toMatchObject({ code: 'EPRIVATE' });
  stop();
  expect(await resolve()).toBeNull();
  stop = () => {};
});
