import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL that counts statements. */
export interface SqlCounter {
  /** Connection string through the proxy. */
  readonly url: string;
  total(): number;
  /** Units of work completed since the last `reset`: single statements, and transactions from `begin` to `commit`. */
  units(): readonly SqlUnit[];
  reset(): void;
  close(): Promise<void>;
}

/** The statements of one unit of work. */
export type SqlUnit = readonly string[];

/**
 * Counts frontend messages that run a statement: simple queries (`Q`) and executions (`E`), so that
 * `begin` and `commit` count as well.
 * Source: PostgreSQL frontend/backend protocol, message formats.
 */
export async function createSqlCounter(databaseUrl: string): Promise<SqlCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  let units: SqlUnit[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const countUnit = createUnitReader((unit) => units.push(unit));
    const countMessages = createMessageReader((type, content) => {
      if (type === 'Q' || type === 'E') statements += 1;
      countUnit(type, content);
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
    units: () => units,
    reset: () => {
      statements = 0;
      units = [];
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Splits a connection's bytes into messages; the first one, the start-up message, has no type. */
function createMessageReader(
  onMessage: (type: string, content: Buffer) => void,
): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (pending.length < header + 4) return;
      const length = header + pending.readUInt32BE(header);
      if (pending.length < length) return;
      if (isStarted) {
        onMessage(String.fromCharCode(pending[0] ?? 0), pending.subarray(header + 4, length));
      }
      isStarted = true;
      pending = pending.subarray(length);
    }
  };
}

/** Groups the statements of a connection by transaction. */
function createUnitReader(
  onUnit: (unit: SqlUnit) => void,
): (type: string, content: Buffer) => void {
  let parsed = '';
  let open: string[] | null = null;
  return (type, content) => {
    // A parse begins with the name of the statement, which is empty.
    if (type === 'P') [, parsed = ''] = content.toString().split('\0');
    if (type !== 'Q' && type !== 'E') return;
    const text = type === 'Q' ? (content.toString().split('\0')[0] ?? '') : parsed;
    if (/^\s*begin/i.test(text)) open = [];
    if (open === null) onUnit([text]);
    else open.push(text);
    if (open === null || !/^\s*(?:commit|rollback)\s*;?\s*$/i.test(text)) return;
    onUnit(open);
    open = null;
  };
}
