import { createServer } from 'node:net';

/** Throws `PortInUse` when something listens on this port of the loopback interface. */
export async function requireFreePort(port: number, usedFor: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, usedFor) : error),
    );
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Another program uses a required port. */
export class PortInUse extends Error {
  readonly port: number;
  constructor(port: number, usedFor: string) {
    super(
      `Port ${port}, needed for ${usedFor}, is in use by another program. Set PORT to another.`,
    );
    this.name = 'PortInUse';
    this.port = port;
  }
}
