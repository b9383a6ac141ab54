import { createServer } from 'node:net';

/** The product takes its first port and the eight that follow. */
const RANGE = 9;
const FIRST = 17_600;
const LAST = 19_900;

/** @returns the first of nine free neighbouring ports on the loopback interface */
export async function findFreePorts(): Promise<number> {
  // Where to look first differs between processes, so that two of them seldom want the same range.
  const offset = (process.pid * RANGE) % (LAST - FIRST);
  for (let tried = 0; tried < LAST - FIRST; tried += RANGE) {
    const port = FIRST + ((offset + tried) % (LAST - FIRST));
    const range = Array.from({ length: RANGE }, (_, index) => port + index);
    const isFree = await Promise.all(range.map(isPortFree));
    if (isFree.every(Boolean)) return port;
  }
  throw new Error(`No ${RANGE} neighbouring ports are free from ${FIRST} to ${LAST}.`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)));
  });
}
