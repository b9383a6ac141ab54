import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

const FREED_WITHIN_MS = 3_000;
const LOOK_AGAIN_MS = 50;

/** The same for a port whose process was just killed: it may be gone before all of its threads are, which have the port. */
export async function awaitFreePort(port: number, usedFor: string): Promise<void> {
  const deadline = Date.now() + FREED_WITHIN_MS;
  for (;;) {
    try {
      return await requireFreePort(port, usedFor);
    } catch (cause) {
      if (!(cause instanceof PortInUse) || Date.now() > deadline) throw cause;
      await sleep(LOOK_AGAIN_MS);
    }
  }
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
