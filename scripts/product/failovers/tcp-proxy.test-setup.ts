import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port on loopback that leads to another one, which can change. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection and leads to this port from now on; what has not passed is lost. */
  leadTo(port: number): void;
  /** Passes nothing on, in either direction, until it leads elsewhere. No connection closes. */
  freeze(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of a port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let leadsTo = target;
  let isFrozen = false;
  const server = createServer((inward) => {
    const outward = connect(leadsTo, '127.0.0.1');
    const pair = [inward, outward];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const each of pair) each.destroy();
      });
    }
    if (isFrozen) return;
    inward.pipe(outward);
    outward.pipe(inward);
  });
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      leadsTo = port;
      isFrozen = false;
      closeAll();
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async stop() {
      closeAll();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
