import { expect, it } from 'vitest';
import { findFreePorts } from './find-free-ports.ts';
import { requireFreePort } from './free-port.ts';

it('never returns the same ports twice, even if nothing listens on them yet', async () => {
  const firsts = await Promise.all(Array.from({ length: 20 }, () => findFreePorts(9)));
  const ports = firsts.flatMap((first) => Array.from({ length: 9 }, (_, index) => first + index));
  expect(new Set(ports).size).toBe(180);
  for (const port of ports) await requireFreePort(port, 'a test');
});
