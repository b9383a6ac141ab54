import { requireFreePort } from './free-port.ts';

const FIRST = 21_000;
const LAST = 29_000;

/** @returns the first of `count` neighbouring ports that are free on the loopback interface now. */
export async function findFreePorts(count: number): Promise<number> {
  // Where the search begins differs between processes, so that two of them seldom want the same ports.
  const offset = (process.pid * 37) % (LAST - FIRST);
  for (let tried = 0; tried < LAST - FIRST; tried += count) {
    const first = FIRST + ((offset + tried) % (LAST - FIRST));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const checks = await Promise.allSettled(ports.map((port) => requireFreePort(port, 'a test')));
    if (checks.every(({ status }) => status === 'fulfilled')) return first;
  }
  throw new Error(`No ${count} neighbouring ports are free from ${FIRST} to ${LAST}.`);
}
