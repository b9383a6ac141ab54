import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL that counts the statements which pass. */
export interface SqlCounter {
  /** Connection string through the proxy. */
  readonly url: string;
  total(): number;
  reset(): void;
  close(): Promise<void>;
}

/**
 * Counts frontend messages that run a statement: simple queries (`Q`) and executions (`E`), so that
 * `begin` and `commit` count as well.
 * Source: PostgreSQL frontend/backend protocol, message formats.
 */
export async function createSqlCounter(databaseUrl: string): Promise<SqlCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const countMessages = createMessageReader((type) => {
      if (type === 'Q' || type === 'E') statements += 1;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', countMessages);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    total: () => statements,
    reset: () => {
      statements = 0;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Splits a connection's bytes into messages; the first one, the start-up message, has no type. */
function createMessageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (pending.length < header + 4) return;
      const length = header + pending.readUInt32BE(header);
      if (pending.length < length) return;
      if (isStarted) onMessage(String.fromCharCode(pending[0] ?? 0));
      isStarted = true;
      pending = pending.subarray(length);
    }
  };
}
