import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** What stands between a client and PostgreSQL. */
export interface ManInTheMiddle {
  readonly port: number;
  /**
   * `pass` forwards; `imitate` ends the encryption with a certificate of its own; `strip` says that the server has
   * none; `inject` adds a message to the response that encryption may begin.
   */
  behave(how: 'pass' | 'imitate' | 'strip' | 'inject'): void;
  /** Everything that clients sent and that it could read, their request for encryption apart. */
  seen(): string;
  /** How many connections it accepted since it last changed its behavior. */
  connections(): number;
  stop(): Promise<void>;
}

/** The message that requests encryption (https://www.postgresql.org/docs/18/protocol-message-formats.html). */
const ENCRYPTION_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** An ErrorResponse, as a server sends it before anything is encrypted. */
const INJECTED = Buffer.from('E\0\0\0\u0011SFATAL\0M!\0\0', 'latin1');

/** Listens on 127.0.0.1 in front of the PostgreSQL at `serverPort`. */
export async function startManInTheMiddle(
  serverPort: number,
  certificate: { readonly cert: string; readonly key: string },
): Promise<ManInTheMiddle> {
  const secureContext = createSecureContext(certificate);
  const open = new Set<Socket>();
  let behavior: Parameters<ManInTheMiddle['behave']>[0] = 'pass';
  let read: Buffer[] = [];
  let connections = 0;

  function imitate(client: Socket): void {
    const decrypted = new TLSSocket(client, { isServer: true, secureContext });
    decrypted.on('error', () => undefined).on('data', (bytes) => read.push(bytes));
  }

  function respond(client: Socket, request: Buffer): void {
    if (!request.equals(ENCRYPTION_REQUEST)) {
      read.push(request);
      return;
    }
    if (behavior === 'imitate') {
      client.write('S');
      imitate(client);
      return;
    }
    client.on('data', (bytes) => read.push(bytes));
    client.write(behavior === 'strip' ? 'N' : Buffer.concat([Buffer.from('S'), INJECTED]));
  }

  const server = createServer((client) => {
    connections += 1;
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    if (behavior !== 'pass') {
      client.once('data', (request) => respond(client, request));
      return;
    }
    const onward = connect(serverPort, '127.0.0.1').on('error', () => client.destroy());
    client.pipe(onward).pipe(client);
    client.on('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    behave(how) {
      behavior = how;
      read = [];
      connections = 0;
      for (const socket of open) socket.destroy();
    },
    seen: () => Buffer.concat(read).toString('latin1'),
    connections: () => connections,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
